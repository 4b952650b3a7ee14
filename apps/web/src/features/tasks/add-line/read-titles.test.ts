import { expect, test } from 'vitest';
import { readTitleLines, readTitles } from './read-titles.ts';

test('parses each non-empty line as a title without its list prefix', () => {
  const list = [
    'Plain line',
    '- with a dash',
    '* with a star',
    '  • indented',
    '1. numbered',
    '2) numbered too',
    '- [ ] to be done',
    '* [x] ticked',
    '',
    '---',
    '\tTabbed   and  spaced ',
    '– दूध खरीदना',
  ].join('\r\n');
  expect(readTitles(list)).toEqual([
    'Plain line',
    'with a dash',
    'with a star',
    'indented',
    'numbered',
    'numbered too',
    'to be done',
    'ticked',
    'Tabbed and spaced',
    'दूध खरीदना',
  ]);
});

test('keeps text that only resembles a list prefix', () => {
  expect(readTitles('-5 degrees\n3.5 litres\n*bold*')).toEqual(['-5 degrees', '3.5 litres', '*bold*']);
  const dates = ['5. Dezember Feier', '24. Dezember Bescherung', '1. FC Köln Tickets', '4. July party'];
  expect(readTitles(dates.join('\n'))).toEqual(dates);
});

test('keeps every line at its full length', () => {
  expect(readTitles('a\n'.repeat(1000))).toHaveLength(1000);
  expect(readTitles(`- ${'x'.repeat(1000)}`)[0]).toHaveLength(1000);
});

test('reads the checkboxes of lines', () => {
  const lines = readTitleLines('- [x] done\n- [ ] open\n[X] also done\n* plain [x]');
  expect(lines).toEqual([
    { title: 'done', isDone: true },
    { title: 'open', isDone: false },
    { title: 'also done', isDone: true },
    { title: 'plain [x]', isDone: false },
  ]);
});
