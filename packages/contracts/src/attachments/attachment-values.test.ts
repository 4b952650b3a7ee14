import { expect, it } from 'vitest';
import { ATTACHMENT, cleanFileName, endingOf } from './attachment-values.ts';

it('keeps valid names in any script', () => {
  for (const name of ['Report (1).pdf', 'योजना क्‍ष.docx', '👩‍💻 notes.txt', '.gitignore'.slice(1)])
    expect(cleanFileName(name)).toBe(name);
});

it('replaces path separators and removes control and bidi characters', () => {
  const names: Record<string, string> = {
    '../../etc/passwd': '_.._etc_passwd',
    'C:\\Users\\a.txt': 'C__Users_a.txt',
    'photo\u202Egnp.exe': 'photognp.exe',
    'a\u0000b\r\n.txt': 'ab.txt',
    ' . ': '',
    '..': '',
    '\ud800x': 'x',
  };
  for (const [given, name] of Object.entries(names)) expect(cleanFileName(given)).toBe(name);
});

it('truncates long names before the extension, and never within a character', () => {
  const cut = cleanFileName(`${'a'.repeat(195)}👍${'b'.repeat(50)}.jpeg`);
  expect(cut.length).toBeLessThanOrEqual(ATTACHMENT.name);
  expect([cut.isWellFormed(), endingOf(cut)]).toEqual([true, '.jpeg']);
  expect(cleanFileName('x'.repeat(400))).toHaveLength(ATTACHMENT.name);
});
