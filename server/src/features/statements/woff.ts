/**
 * Unpacks a WOFF font. The PDF library can read such fonts, but it unpacks all glyphs again for each glyph, which takes seconds
 * for a Chinese font.
 */
import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const FONT_HEADER = 12;
const FONT_ENTRY = 16;

export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('expected a WOFF font, found another file');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(FONT_HEADER + count * FONT_ENTRY);
  woff.copy(head, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let at = 0; at < count; at += 1) {
    const entry = WOFF_HEADER + at * WOFF_ENTRY;
    const [from, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(from, from + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const own = FONT_HEADER + at * FONT_ENTRY;
    woff.copy(head, own, entry, entry + 4);
    woff.copy(head, own + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, own + 8);
    head.writeUInt32BE(length, own + 12);
    // Tables start at multiples of four bytes.
    parts.push(table, Buffer.alloc(-length & 3));
    offset += length + (-length & 3);
  }
  return Buffer.concat(parts);
}
