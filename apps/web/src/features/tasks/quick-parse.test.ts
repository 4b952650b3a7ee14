import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuick } from './quick-parse.ts';
import { CONTEXT, ENGLISH, HINDI, type Phrase } from './quick-phrases.ts';
import type { QuickValue } from './quick-types.ts';

function tell(value: QuickValue): string {
  if (value.kind === 'range') return `range ${value.start} ${value.due}`;
  if (value.kind === 'due' || value.kind === 'start') return `${value.kind} ${value.day}`;
  if (value.kind === 'priority') return `priority ${value.priority}`;
  if (value.kind === 'repeat') return `${value.mode} ${value.rule.replace('FREQ=', '')}`;
  if (value.kind === 'remind')
    return `remind ${value.when.day ?? `${value.when.on} ${value.when.days}`} ${value.when.time}`;
  if (value.kind === 'estimate') return `estimate ${value.points}`;
  const isNew = value.kind === 'label' && value.id === null;
  return `${value.kind} ${value.name}${isNew ? ' (new)' : ''}`;
}

function read(text: string): Phrase {
  const { title, tokens } = parseQuick(text, CONTEXT);
  return [text, title, ...tokens.map(({ values }) => values.map(tell).join(' / '))];
}

test('there are enough phrases, each once', () => {
  expect(ENGLISH.length).toBeGreaterThanOrEqual(60);
  expect(HINDI.length).toBeGreaterThanOrEqual(40);
  const texts = [...ENGLISH, ...HINDI].map(([text]) => text);
  expect(new Set(texts).size).toBe(texts.length);
});

test.each([...ENGLISH, ...HINDI].map((phrase) => [phrase[0], phrase] as const))('%s', (text, phrase) => {
  expect(read(text)).toEqual(phrase);
});

test('on a Friday, friday is asked about, and from a Friday on it is no question', () => {
  const friday = { ...CONTEXT, today: '2026-11-20' };
  const [token] = parseQuick('Send it by Friday', friday).tokens;
  expect(token?.values.map(tell)).toEqual(['due 2026-11-20', 'due 2026-11-27']);
  const [range] = parseQuick('Trip friday to sunday', friday).tokens;
  expect(range?.values.map(tell)).toEqual(['range 2026-11-20 2026-11-22']);
});

test('a piece that was taken back stays text, the others do not', () => {
  const { title, tokens } = parseQuick('Send report fri @kim', CONTEXT, new Set(['fri']));
  expect(title).toBe('Send report fri');
  expect(tokens.map(({ text }) => text)).toEqual(['@kim']);
});

test('a text without tokens is never changed', () => {
  const words = fc.constantFrom(
    'call',
    'the',
    'of',
    'Kim',
    'C++',
    '#',
    '@',
    '!',
    '12',
    '3.5',
    'दूध',
    'से',
    '–',
    'a/b',
    "it's",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: 'grapheme' })), { maxLength: 12 }), (parts) => {
      const text = parts.join(' ');
      const { title, tokens } = parseQuick(text, CONTEXT);
      if (tokens.length === 0) expect(title).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('tokens lie in order in the text, none over another, and the title is the rest', () => {
  const phrase = fc.constantFrom(...[...ENGLISH, ...HINDI].map(([text]) => text));
  fc.assert(
    fc.property(fc.array(phrase, { minLength: 1, maxLength: 3 }), (phrases) => {
      const text = phrases.join(' ');
      const { title, tokens } = parseQuick(text, CONTEXT);
      let at = 0;
      let rest = '';
      for (const { start, end, text: own } of tokens) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(text.slice(start, end)).toBe(own);
        rest += text.slice(at, start);
        at = end;
      }
      rest += text.slice(at);
      const bare = (value: string) => value.replaceAll(/\s+/g, '');
      expect(bare(title)).toBe(bare(rest));
    }),
    { numRuns: 300 },
  );
});
