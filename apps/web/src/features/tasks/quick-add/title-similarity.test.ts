import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TitleSimilarity } from './title-similarity.ts';

function of(titles: Readonly<Record<string, string>>): TitleSimilarity {
  const likeness = new TitleSimilarity();
  for (const [id, title] of Object.entries(titles)) likeness.put(id, title);
  return likeness;
}
const ids = (likeness: TitleSimilarity, text: string) => likeness.find(text, 3).map(({ id }) => id);

const TITLES = {
  header: 'Fix the header on small phones',
  font: 'Choose a font for the headings',
  rent: 'Pay the rent',
  hindi: 'किराया जमा करना',
};

test('finds near-duplicates despite differences in word order, case or endings, or a typo', () => {
  const likeness = of(TITLES);
  for (const text of [
    'Fix the header on small phones',
    'fix header on small phone',
    'Small phones: fix the header',
    'Fix the heaader on small phones',
    'FIX THE HEADER',
  ]) {
    expect(ids(likeness, text), text).toEqual(['header']);
  }
  expect(ids(likeness, 'किराया जमा')).toEqual(['hindi']);
});

test('returns no titles for queries that are very short or share only a word or two with a title', () => {
  const likeness = of(TITLES);
  for (const text of ['Pay the plumber tomorrow morning', 'Write the announcement', 'Fix', 'the', '']) {
    expect(ids(likeness, text), text).toEqual([]);
  }
});

test('updates the results when titles are changed or removed', () => {
  const likeness = of(TITLES);
  likeness.put('rent', 'Order new desks');
  expect(ids(likeness, 'Pay the rent')).toEqual([]);
  expect(ids(likeness, 'Order new desks')).toEqual(['rent']);
  likeness.remove('rent');
  likeness.remove('never there');
  expect(ids(likeness, 'Order new desks')).toEqual([]);
  expect(likeness.size).toBe(3);
});

test('returns the same results as a fresh index after many changes and a compaction', () => {
  const words = ['red', 'green', 'garden', 'window', 'ladder', 'paint', 'fence'];
  const title = fc
    .array(fc.constantFrom(...words), { minLength: 2, maxLength: 5 })
    .map((list) => list.join(' '));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.option(title)), { maxLength: 40 }), title, (steps, query) => {
      const likeness = new TitleSimilarity();
      const now = new Map<string, string>();
      // Add and remove enough titles to trigger a compaction.
      for (let at = 0; at < 1_100; at += 1) likeness.put(`x${at}`, 'something else altogether');
      for (let at = 0; at < 1_100; at += 1) likeness.remove(`x${at}`);
      for (const [id, text] of steps) {
        if (text === null) {
          likeness.remove(`t${id}`);
          now.delete(`t${id}`);
        } else {
          likeness.put(`t${id}`, text);
          now.set(`t${id}`, text);
        }
      }
      expect(likeness.find(query, 9)).toEqual(of(Object.fromEntries(now)).find(query, 9));
    }),
    { numRuns: 60 },
  );
});

test('finds a similar title among 10,000 within 100 ms', () => {
  const words =
    'plan write check call order paint book garden report invoice header phone budget team launch font'.split(
      ' ',
    );
  const likeness = new TitleSimilarity();
  for (let at = 0; at < 10_000; at += 1) {
    const pick = (n: number) => words[(at * (n + 3) + n * 7) % words.length] ?? '';
    likeness.put(`t${at}`, `${pick(0)} the ${pick(1)} ${pick(2)} for ${pick(3)} ${at}`);
  }
  likeness.put('twin', 'Renew the certificate of the mail server');
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    expect(likeness.find('Renew certificate of mail server', 3)[0]?.id).toBe('twin');
    return performance.now() - began;
  });
  const [fastest = Infinity] = times.toSorted((a, b) => a - b);
  expect(fastest).toBeLessThan(100);
});
