declare const TURNLENS_VERSION: string;

/** The version of the package, set by the build. */
export const version: string = TURNLENS_VERSION;
