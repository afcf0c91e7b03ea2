/** pi-ai's short hash: two 32-bit lanes in base 36. Ids that are too long are named by it, so it is the same to the bit. */
export function shortHash(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ a >>> 16, 0x85ebca6b) ^ Math.imul(b ^ b >>> 13, 0xc2b2ae35);
  b = Math.imul(b ^ b >>> 16, 0x85ebca6b) ^ Math.imul(a ^ a >>> 13, 0xc2b2ae35);
  return (b >>> 0).toString(36) + (a >>> 0).toString(36);
}
