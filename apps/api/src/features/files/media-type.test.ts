import { expect, it } from 'vitest';
import { readMediaType } from './media-type.ts';

it('detects the media type from the content', () => {
  const cases: [string, string][] = [
    ['\x89PNG\r\n\x1a\n…', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav'],
    ['%PDF-1.7', 'application/pdf'],
    ['PK\x03\x04', 'application/zip'],
    ['\0\0\0\x18ftypmp42', 'video/mp4'],
    ['\0\0\0\x18ftypavif', 'image/avif'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'text/plain'],
    ['<!doctype html><script>', 'text/plain'],
    ['MZ\x90\0', 'application/octet-stream'],
    ['caf\xe9!', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ];
  for (const [text, type] of cases)
    expect([text, readMediaType(Buffer.from(text, 'latin1'))]).toEqual([text, type]);
});

it('detects text/plain when the sniffed bytes end within a character', () => {
  expect(readMediaType(Buffer.from('ज़'.repeat(10)).subarray(0, 20))).toBe('text/plain');
});
