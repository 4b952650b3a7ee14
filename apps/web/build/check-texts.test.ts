import { describe, expect, test } from 'vitest';
import { findCatalogFaults, findTranslationFaults } from './catalog-faults.ts';
import { findLooseTexts } from './loose-texts.ts';
import { findPhysicalStyleObjects, findPhysicalStyles } from './physical-styles.ts';

const looseIn = (source: string) => findLooseTexts('src/some.tsx', source).map(({ text }) => text);

describe('findLooseTexts', () => {
  test.each([
    ['text between tags', `<p>Hello there</p>`, 'Hello there'],
    ['a label', `<button aria-label="Close" />`, 'Close'],
    ['a label in an expression', 'const a = <Field label={`Clear ${name}`} />', 'Clear …'],
    ['a conditional string', `<p>{isNew ? t\`New\` : 'Old one'}</p>`, 'Old one'],
    ['a fallback', `<p>{name ?? 'Nobody'}</p>`, 'Nobody'],
    ['a toast message', `showToast('Task deleted')`, 'Task deleted'],
    ['a label in an object', `const link = { to: '/', label: 'Home' }`, 'Home'],
    ['a date formatted in the browser’s locale', `date.toLocaleDateString('en-GB')`, 'toLocaleDateString()'],
    ['a format outside ui/format', `new Intl.NumberFormat('en')`, 'new Intl.NumberFormat()'],
  ])('finds %s', (_, source, text) => {
    expect(looseIn(source)).toEqual([text]);
  });

  test.each([
    ['text inside a macro', `<Trans>Hello <b>there</b></Trans>`],
    ['a macro in a label', '<button aria-label={t`Close`} />'],
    ['plural forms', `<Plural value={n} one="# task" other="# tasks" />`],
    ['the product name', `<h1>Hearth</h1>`],
    ['keyboard keys', `<kbd>Enter</kbd>`],
    ['options read from the browser', `new Intl.DateTimeFormat().resolvedOptions().timeZone`],
    ['symbols', `<span>·</span>`],
    ['identifiers', `const column = { title: 'tasks-title' }`],
    [
      'the title of a problem whose message is selected from its code',
      `const gone = { title: 'Gone away', code: 'NOT_FOUND' }`,
    ],
  ])('ignores %s', (_, source) => {
    expect(looseIn(source)).toEqual([]);
  });
});

describe('findPhysicalStyles', () => {
  test.each([
    '.a { margin-left: 4px }',
    '.a { color: red; right: 0; }',
    '.a { width: 20px }',
    '.a { border-top-left-radius: 4px }',
    '.a { text-align: left }',
    '.a { padding: 8px 14px 8px calc(4px + 1px) }',
  ])('finds the physical property in %s', (css) => {
    expect(findPhysicalStyles('a.css', css)).toHaveLength(1);
  });

  test('ignores logical properties, equal inline sides, transitions, media conditions and comments', () => {
    const css = `/* left: 0 */ .a { margin-inline-start: 4px; padding: 1px 2px 3px 2px; transition: width 1s }
      @media (max-width: 700px) { .a { inset-inline-end: 0; text-align: start } }`;
    expect(findPhysicalStyles('a.css', css)).toEqual([]);
  });

  test('finds physical properties in style objects of components', () => {
    expect(findPhysicalStyleObjects('a.tsx', '<i style={{ marginLeft: 4, blockSize: 2 }} />')).toHaveLength(
      1,
    );
  });
});

describe('catalog checks', () => {
  const message = '{count, plural, one {# task of {name}} other {# tasks of {name}}}';

  test('reports messages missing from the catalog and entries no longer in the sources', () => {
    const wanted = new Map([['a', 'Save']]);
    const catalog = new Map([['b', { message: 'Send', translation: 'भेजें' }]]);
    expect(findCatalogFaults('hi', wanted, catalog)).toEqual([
      'hi: not in the catalog yet: Save',
      'hi: no longer in the sources: Send',
    ]);
  });

  test('accepts matching placeholders, tags and plural forms', () => {
    expect(findTranslationFaults('hi', 'Go <0>home</0>, {name}', '{name}, <0>घर</0> जाएँ')).toEqual([]);
    const hindi = '{count, plural, one {{name} का # कार्य} other {{name} के # कार्य}}';
    expect(findTranslationFaults('hi', message, hindi)).toEqual([]);
  });

  test('requires every plural form used for numbers below a million', () => {
    const french = '{count, plural, one {# tâche de {name}} other {# tâches de {name}}}';
    expect(findTranslationFaults('fr', message, french)).toEqual([]);
    const arabic = '{count, plural, one {مهمة {name}} two {مهمتا {name}} other {# مهمة {name}}}';
    expect(findTranslationFaults('ar', message, arabic)).toEqual([
      expect.stringContaining('the plural lacks zero, few, many in'),
    ]);
  });

  test.each([
    ['an empty translation', ''],
    ['a missing placeholder', '{count, plural, one {# कार्य} other {# कार्य}}'],
    ['a missing plural form', '{count, plural, other {{name} के # कार्य}}'],
    [
      'a plural form that the language does not have',
      '{count, plural, one {{name} #} few {{name} #} other {{name} #}}',
    ],
  ])('reports %s', (_, translation) => {
    expect(findTranslationFaults('hi', message, translation)).toHaveLength(1);
  });
});
