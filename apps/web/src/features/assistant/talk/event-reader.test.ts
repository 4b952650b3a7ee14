import { expect, test } from 'vitest';
import { EventReader, type ServerEvent } from './event-reader.ts';

const SENT =
  'id: 0\ndata: {"type":"start"}\n\n:\n\nid: 4\r\ndata: {"text":"naïve 👋🏽"}\r\n\r\n' +
  'data: two\ndata: lines\n\nevent: other\rid:9\rdata:close\r\r: a word between\n\ndata: without an end\n';
const READ: ServerEvent[] = [
  { id: '0', data: '{"type":"start"}' },
  { id: '4', data: '{"text":"naïve 👋🏽"}' },
  { id: '4', data: 'two\nlines' },
  { id: '9', data: 'close' },
];
const bytes = new TextEncoder().encode(SENT);

test('parses the same events from one chunk and byte by byte', () => {
  expect(new EventReader().push(bytes)).toEqual(READ);
  const reader = new EventReader();
  expect([...bytes].flatMap((byte) => reader.push(new Uint8Array([byte])))).toEqual(READ);
});

test('parses the same events wherever the stream is split in two', () => {
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const reader = new EventReader();
    expect([...reader.push(bytes.slice(0, cut)), ...reader.push(bytes.slice(cut))], `at ${cut}`).toEqual(
      READ,
    );
  }
});
