import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuick } from './quick-parse.ts';
import { CONTEXT, ENGLISH, HINDI, type Phrase } from '#testing/quick-phrases.ts';
import type { QuickValue } from './quick-types.ts';

function describeValue(value: QuickValue): string {
  if (value.kind === 'range') return `range ${value.start} ${value.due}`;
  if (value.kind === 'due' || value.kind === 'start') return `${value.kind} ${value.day}`;
  if (value.kind === 'time') return `${value.on} at ${value.time}`;
  if (value.kind === 'priority') return `priority ${value.priority}`;
  if (value.kind === 'repeat') return `${value.mode} ${value.rule.replace('FREQ=', '')}`;
  if (value.kind === 'remind' && value.when.minutes !== undefined)
    return `remind ${value.when.on} ${value.when.minutes} minutes`;
  if (value.kind === 'remind')
    return `remind ${value.when.day ?? `${value.when.on} ${value.when.days}`} ${value.when.time}`;
  if (value.kind === 'estimate') return `estimate ${value.points}`;
  const isNew = value.kind === 'label' && value.id === null;
  return `${value.kind} ${value.name}${isNew ? ' (new)' : ''}`;
}

function read(text: string): Phrase {
  const { title, tokens } = parseQuick(text, CONTEXT);
  return [text, title, ...tokens.map(({ values }) => values.map(describeValue).join(' / '))];
}

test('covers at least 60 English and 40 Hindi phrases without duplicates', () => {
  expect(ENGLISH.length).toBeGreaterThanOrEqual(60);
  expect(HINDI.length).toBeGreaterThanOrEqual(40);
  const texts = [...ENGLISH, ...HINDI].map(([text]) => text);
  expect(new Set(texts).size).toBe(texts.length);
});

test.each([...ENGLISH, ...HINDI].map((phrase) => [phrase[0], phrase] as const))(
  'parses %s',
  (text, phrase) => {
    expect(read(text)).toEqual(phrase);
  },
);

test('returns both dates for "Friday" on a Friday, except in ranges from today', () => {
  const friday = { ...CONTEXT, today: '2026-11-20' };
  const [token] = parseQuick('Send it by Friday', friday).tokens;
  expect(token?.values.map(describeValue)).toEqual(['due 2026-11-20', 'due 2026-11-27']);
  const [range] = parseQuick('Trip friday to sunday', friday).tokens;
  expect(range?.values.map(describeValue)).toEqual(['range 2026-11-20 2026-11-22']);
});

test.each([
  ['कल शाम 5 बजे रवि को फोन करना', 'Ravi Kumar', 'शाम 5 बजे रवि को फोन करना', ['due 2026-11-19']],
  ['रवि को फोन करना', 'रवि शर्मा', 'रवि को फोन करना', []],
  ['Ask sun about the plan by fri', 'Sun Li', 'Ask sun about the plan', ['due 2026-11-20']],
  ['Call Mangal', 'Mangal', 'Call Mangal', []],
])('keeps names in the title: %s', (text, name, title, days) => {
  const people = [...CONTEXT.people, { id: 'ravi', name }];
  const { title: rest, tokens } = parseQuick(text, { ...CONTEXT, people });
  const found = tokens.flatMap(({ values }) => values).filter(({ kind }) => kind !== 'time');
  expect(found.map(describeValue)).toEqual(days);
  if (!text.includes('5')) expect(rest).toBe(title);
});

test.each([
  ['कल शाम 5 बजे रवि को फोन करना', 'रवि को फोन करना', ['due 2026-11-19', 'due at 17:00']],
  ['रवि को फोन करना कल', 'रवि को फोन करना', ['due 2026-11-19']],
  ['सोम को रिपोर्ट भेजना', 'रिपोर्ट भेजना', ['due 2026-11-23']],
])('distinguishes Hindi weekdays from names: %s', (text, title, tokens) => {
  const reading = parseQuick(text, CONTEXT);
  expect([reading.title, reading.tokens.flatMap(({ values }) => values.map(describeValue))]).toEqual([
    title,
    tokens,
  ]);
});

test.each([
  'Rename “Today” tab',
  'Fix "by Friday" parsing',
  'Bug: "in 2 days" shows wrong',
  'Titel „morgen today“ ändern',
  'कल की बैठक',
  'आज का अखबार',
])('keeps days in quotes and in Hindi attributes in the title: %s', (text) => {
  expect(read(text)).toEqual([text, text]);
});

test('finds people without accents, and prefers the exact spelling', () => {
  const named = (...names: string[]) => {
    const people = names.map((name) => ({ id: name, name }));
    return parseQuick('Call @jose', { ...CONTEXT, people }).tokens.flatMap(({ values }) =>
      values.map(describeValue),
    );
  };
  expect(named('José Núñez')).toEqual(['person José Núñez']);
  expect(named('José', 'Jose')).toEqual(['person Jose']);
});

test('finds a label whose name differs only in the case of its letters', () => {
  const labels = [{ id: 'street', name: 'Straße' }];
  const { tokens } = parseQuick('Sweep +STRASSE', { ...CONTEXT, labels });
  expect(tokens.flatMap(({ values }) => values)).toEqual([{ kind: 'label', id: 'street', name: 'Straße' }]);
});

test.each([
  ['Call her tomorrow, on friday', ['due 2026-11-20', 'due 2026-11-19']],
  ['Send it by monday by friday', ['due 2026-11-20', 'due 2026-11-23']],
  ['Prepare Friday demo by thursday', ['due 2026-11-19']],
])('returns conflicting due days as alternatives: %s', (text, days) => {
  const { tokens } = parseQuick(text, CONTEXT);
  const due = tokens.flatMap(({ values }) => values).filter(({ kind }) => kind === 'due');
  expect(due.map(describeValue)).toEqual(days);
});

test.each([
  'Prepare the Black Friday sale',
  'Plan Black Friday',
  'Plan sales on black friday',
  'Service on Good Friday',
  'Closed on Easter Monday',
  'Gift for Tod',
  'Tod visits us',
  'Support is open 24/7',
  'Move from monday.com',
  'Move from Monday.com to friday.app',
  'Mail friday@example.com',
  'Invite ~5 people',
  '~5 people are coming',
  'Read the Sunday Times',
  'Sunday Times',
  'Cancel Sunday Times subscription',
  'USA Today',
  'Read USA Today',
  'Watch the sun',
  'Sit in the sun',
  'Get some sun',
  'Sunday roast',
  'Monday motivation post',
  'Friday demo',
  'Prepare Friday demo',
  'Every day matters',
  'Make every day count',
  'Every Monday matters',
  'Why each week counts',
  'Tomorrow Never Dies',
  'The Day After Tomorrow',
  'Around the World in 80 Days',
  'in 80 days around the world',
  'read in 80 days around the world',
  'in 5 days of silence',
  'Learn from in 5 days of silence',
  'in a week of rain',
  'in 3 months without sugar',
  'Learn Spanish in 30 days or less',
  'Renovate the shed in 2 weeks flat',
  'in 30 day sprints',
  'Work in two week cycles',
  'in 10 days to a better garden',
  'In 7 days from Paris to Rome',
  'Plan next week of training',
  'every day of my life',
  'every 2 weeks of training',
  'in 3 Tagen um die Welt',
  'en 80 jours autour du monde',
  'Watch His Girl Friday',
  'The parson',
  'Show where he sat',
  'Order bread for Sunday brunch',
  'Call Kal',
  'Show Today, Tomorrow',
  'Show Today and Tomorrow',
  'Add Today, Tomorrow and Next week',
  'Add Today/Tomorrow switch',
  'Ask May about the plan',
  'April to review',
  'Tell jan about it',
  'Ask Jan 2 questions',
  'Please email Jan 5 invoices',
  'Send May 3 documents',
  'Tuesday, Wednesday and Thursday shifts',
  'Thursday, Friday, Saturday opening hours',
  'Ask about Tuesday, Wednesday',
  'Room 12/5',
  'Route 66 3/4',
])('finds no tokens in the title: %s', (text) => {
  expect(read(text)).toEqual([text, text]);
});

test.each([
  ['monday call the bank', 'call the bank', 'due 2026-11-23'],
  ['Friday: call the bank', 'call the bank', 'due 2026-11-20'],
  ['Monday - call the bank', 'call the bank', 'due 2026-11-23'],
  ['(tomorrow) call the bank', 'call the bank', 'due 2026-11-19'],
  ['Call the bank, tomorrow', 'Call the bank', 'due 2026-11-19'],
  ['Call Jan 12', 'Call', 'due 2027-01-12'],
  ['Pay invoices by May 5 as agreed', 'Pay invoices as agreed', 'due 2027-05-05'],
  ['Pay by Jan 5 bills', 'Pay bills', 'due 2027-01-05'],
  ['March 3 meeting', 'meeting', 'due 2027-03-03'],
  ['Plan Black Friday, tomorrow', 'Plan Black Friday', 'due 2026-11-19'],
  ['Finish it tomorrow', 'Finish it', 'due 2026-11-19'],
  ['in 3 days call the bank', 'call the bank', 'due 2026-11-21'],
  ['In 2 weeks, with the team, plan', 'with the team, plan', 'due 2026-12-02'],
  ['Meeting in 3 days with Ann', 'Meeting with Ann', 'due 2026-11-21'],
  ['Call Ann in 2 days about the loan', 'Call Ann about the loan', 'due 2026-11-20'],
  ['Call Ann in 3 day', 'Call Ann', 'due 2026-11-21'],
  ['Slides for Friday', 'Slides', 'due 2026-11-20'],
  ['Gym Friday', 'Gym', 'due 2026-11-20'],
  ['Meet Kim Friday', 'Meet Kim', 'due 2026-11-20'],
  ['SEND REPORT FRIDAY', 'SEND REPORT', 'due 2026-11-20'],
  ['Send Report By Friday', 'Send Report', 'due 2026-11-20'],
  ['Tomorrow call the bank', 'call the bank', 'due 2026-11-19'],
  ['Prepare Black Friday sale by friday', 'Prepare Black Friday sale', 'due 2026-11-20'],
  ['Fix header ~8 tomorrow', 'Fix header', 'estimate 8', 'due 2026-11-19'],
  ['every monday call the bank', 'call the bank', 'schedule WEEKLY;BYDAY=MO'],
  ['Call the bank every friday at 5pm', 'Call the bank', 'schedule WEEKLY;BYDAY=FR', 'due at 17:00'],
])('recognizes a date next to other words: %s', (...phrase) => {
  expect(read(phrase[0])).toEqual(phrase);
});

test('parses estimates in quarter hours if the team uses hours', () => {
  const hours = { ...CONTEXT, estimateUnit: 'hours' as const };
  const estimateOf = (text: string, context = hours) =>
    parseQuick(text, context).tokens.flatMap(({ values }) => values.map(describeValue));
  expect(estimateOf('Fix header 3h')).toEqual(['estimate 3']);
  expect(estimateOf('Fix header 1.5hrs, then test')).toEqual(['estimate 1.5']);
  expect(estimateOf('बीज बोना २घंटे')).toEqual(['estimate 2']);
  expect(estimateOf('Fix header ~0.25')).toEqual(['estimate 0.25']);
  expect(estimateOf('Fix header 1.3h ~0.1 3pt')).toEqual([]);
  expect(estimateOf('Fix header 3h', CONTEXT as typeof hours)).toEqual([]);
});

test('keeps only dismissed tokens in the title', () => {
  const { title, tokens } = parseQuick('Send report fri @kim', CONTEXT, new Set(['fri']));
  expect(title).toBe('Send report fri');
  expect(tokens.map(({ text }) => text)).toEqual(['@kim']);
});

test('dismisses a time without dismissing its day', () => {
  const text = 'Call Kim tomorrow at 5pm';
  expect(parseQuick(text, CONTEXT, new Set(['at 5pm']))).toMatchObject({
    title: 'Call Kim at 5pm',
    tokens: [{ text: 'tomorrow' }],
  });
  const without = parseQuick(text, CONTEXT, new Set(['at 5pm', 'tomorrow']));
  expect([without.title, without.tokens]).toEqual([text, []]);
});

test('returns the whole text as title if there are no tokens', () => {
  const part = fc.constantFrom(
    'call',
    'the',
    'of',
    'Kim',
    'C++',
    '5:30',
    'at 5',
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
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'grapheme' })), { maxLength: 12 }), (parts) => {
      const text = parts.join(' ');
      const { title, tokens } = parseQuick(text, CONTEXT);
      if (tokens.length === 0) expect(title).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('returns ordered, disjoint tokens, and the remaining text as title', () => {
  // People within a sentence remain in the title (`quick-title.test.ts`).
  const texts = [...ENGLISH, ...HINDI].map(([text]) => text).filter((text) => !text.includes('@'));
  const phrase = fc.constantFrom(...texts);
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
      // Punctuation around a token at either end is removed with the token.
      const bare = (value: string) => value.replaceAll(/[\s,;:–—-]+/g, '');
      expect(bare(title)).toBe(bare(rest));
    }),
    { numRuns: 300 },
  );
});
