// Draws media/icon.png: the two-lane rail (responses at the left, one wire bracket over two of them at the right). 256 × 256.
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 256;
const FINE = 4;
const shapes = [];
const box = (x, y, w, h, r, colour) => shapes.push({ colour, inside: (px, py) => { const dx = Math.max(x + r - px, 0, px - (x + w - r)); const dy = Math.max(y + r - py, 0, py - (y + h - r)); return px >= x && px <= x + w && py >= y && py <= y + h && dx * dx + dy * dy <= r * r; } });
const disc = (cx, cy, radius, colour) => shapes.push({ colour, inside: (px, py) => (px - cx) ** 2 + (py - cy) ** 2 <= radius * radius });

box(8, 8, 240, 240, 44, [31, 36, 48]);
box(92, 40, 8, 176, 4, [74, 84, 104]);
box(84, 44, 24, 56, 12, [79, 163, 255]);
box(84, 156, 24, 56, 12, [188, 140, 255]);
disc(96, 128, 15, [31, 36, 48]);
disc(96, 128, 11, [255, 107, 107]);
box(150, 44, 12, 168, 4, [255, 107, 107]);
box(150, 44, 40, 12, 4, [255, 107, 107]);
box(150, 200, 40, 12, 4, [255, 107, 107]);

const rows = [];
for (let y = 0; y < SIZE; y++) {
  const row = Buffer.alloc(1 + SIZE * 4);
  for (let x = 0; x < SIZE; x++) {
    const sum = [0, 0, 0, 0];
    for (let s = 0; s < FINE * FINE; s++) {
      const px = x + (s % FINE + 0.5) / FINE;
      const py = y + (Math.floor(s / FINE) + 0.5) / FINE;
      const hit = shapes.findLast((shape) => shape.inside(px, py));
      if (hit === undefined) continue;
      sum[3]++;
      for (let c = 0; c < 3; c++) sum[c] += hit.colour[c];
    }
    for (let c = 0; c < 3; c++) row[1 + x * 4 + c] = sum[3] === 0 ? 0 : Math.round(sum[c] / sum[3]);
    row[1 + x * 4 + 3] = Math.round(sum[3] * 255 / (FINE * FINE));
  }
  rows.push(row);
}
const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};
const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
header.set([8, 6, 0, 0, 0], 8);
writeFileSync('media/icon.png', Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })), chunk('IEND', Buffer.alloc(0))]));
