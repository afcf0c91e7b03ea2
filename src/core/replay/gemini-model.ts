/** Media of a tool's result may stand inside the `functionResponse` itself: Gemini 3 and newer (API reference, 2026-11). */
export function takesResponseParts(model: string | undefined): boolean {
  const version = /gemini-(\d{1,2})/i.exec(model ?? '');
  return version !== null && Number(version[1]) >= 3;
}
