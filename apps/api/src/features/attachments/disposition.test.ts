import { expect, it } from 'vitest';
import { writeDisposition } from './disposition.ts';

it('names a file in plain letters and as it is, and nothing in the name ends it', () => {
  expect(writeDisposition('notes.txt')).toBe(`attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`);
  expect(writeDisposition('योजना "1"; x=\r\n.pdf')).toMatch(
    /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.%!~-]+$/,
  );
});
