import { expect, it } from 'vitest';
import { writeDisposition } from './disposition.ts';

it('writes an ASCII and a UTF-8 file name and escapes header syntax', () => {
  expect(writeDisposition('notes.txt')).toBe(`attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`);
  expect(writeDisposition('योजना "1"; x=\r\n.pdf')).toMatch(
    /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.%!~-]+$/,
  );
});
