/** Index of the closing quote of the JSON string that opens at `open`, or -1. */
export function stringEndIn(text: string, open: number): number {
  for (let at = open + 1; ;) {
    const close = text.indexOf('"', at);
    if (close < 0) return -1;
    let slashes = 0;
    while (text[close - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return close;
    at = close + 1;
  }
}
