/** The versions whose requests were recorded. */
export const VERSIONS = ['2.1.332', '2.1.197'] as const;
export type Version = typeof VERSIONS[number];

/** The version that goes on: the one asked for; the older one for files up to 2.1.197 and those nearer to it, else the newer. */
export function versionOf(asked: string | undefined, file: string | undefined): Version {
  const known = VERSIONS.find((version) => version === asked);
  if (known !== undefined) return known;
  const [major = 0, minor = 0, patch = 0] = (file ?? VERSIONS[0]).split('.').map((part) => Number.parseInt(part, 10) || 0);
  const number = major * 1e8 + minor * 1e4 + patch;
  // What changed between the two versions is not known to the day; a file between them is taken for the nearer one.
  return number <= 200010264 ? '2.1.197' : '2.1.332';
}
