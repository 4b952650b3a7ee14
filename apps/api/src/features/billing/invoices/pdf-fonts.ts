import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

const FILES = createRequire(import.meta.url);
const unpacked = new Map<string, Buffer>();

/** Reads and unpacks a WOFF file of a font package; cached. */
export function readFont(name: string): Buffer {
  const known = unpacked.get(name);
  if (known !== undefined) return known;
  const font = unpackWoff(readFileSync(FILES.resolve(`@fontsource/${name}`)));
  unpacked.set(name, font);
  return font;
}

// Sizes of headers and table entries, in bytes.
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const HEADER = 12;
const ENTRY = 16;
const align = (bytes: number) => (bytes + 3) & ~3;

/**
 * Extracts the font from a WOFF file (https://www.w3.org/TR/WOFF/). pdfkit supports WOFF, but decompresses it in JavaScript, which takes
 * ten times as long as rendering the rest of a page.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = WOFF_HEADER + index * WOFF_ENTRY;
    const [from, packed, bytes] = [
      woff.readUInt32BE(at + 4),
      woff.readUInt32BE(at + 8),
      woff.readUInt32BE(at + 12),
    ];
    const data = woff.subarray(from, from + packed);
    return { at, bytes, data: packed < bytes ? inflateSync(data) : data };
  });
  const first = HEADER + count * ENTRY;
  const font = Buffer.alloc(tables.reduce((sum, { bytes }) => sum + align(bytes), first));
  const power = Math.floor(Math.log2(count));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(2 ** power * ENTRY, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE((count - 2 ** power) * ENTRY, 10);
  let offset = first;
  for (const [index, { at, bytes, data }] of tables.entries()) {
    const entry = HEADER + index * ENTRY;
    woff.copy(font, entry, at, at + 4);
    woff.copy(font, entry + 4, at + 16, at + 20);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(bytes, entry + 12);
    data.copy(font, offset);
    offset += align(bytes);
  }
  return font;
}
