import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TitleSimilarity } from './title-similarity.ts';

function of(titles: Readonly<Record<string, string>>): TitleSimilarity {
  const index = new TitleSimilarity();
  for (const [id, title] of Object.entries(titles)) index.put(id, title);
  return index;
}
const ids = (index: TitleSimilarity, text: string) => index.find(text, 3).map(({ id }) => id);

const TITLES = {
  header: 'Fix the header on small phones',
  font: 'Choose a font for the headings',
  rent: 'Pay the rent',
  hindi: 'किराया जमा करना',
};

test('finds near-duplicates despite differences in word order, case or endings, or a typo', () => {
  const index = of(TITLES);
  for (const text of [
    'Fix the header on small phones',
    'fix header on small phone',
    'Small phones: fix the header',
    'Fix the heaader on small phones',
    'FIX THE HEADER',
  ]) {
    expect(ids(index, text), text).toEqual(['header']);
  }
  expect(ids(index, 'किराया जमा')).toEqual(['hindi']);
});

test('returns no titles for queries that are very short or share only a word or two with a title', () => {
  const index = of(TITLES);
  for (const text of ['Pay the plumber tomorrow morning', 'Write the announcement', 'Fix', 'the', '']) {
    expect(ids(index, text), text).toEqual([]);
  }
});

test('updates the results when titles are changed or removed', () => {
  const index = of(TITLES);
  index.put('rent', 'Order new desks');
  expect(ids(index, 'Pay the rent')).toEqual([]);
  expect(ids(index, 'Order new desks')).toEqual(['rent']);
  index.remove('rent');
  index.remove('never there');
  expect(ids(index, 'Order new desks')).toEqual([]);
  expect(index.size).toBe(3);
});

test('returns the same results as a fresh index after many changes and a compaction', () => {
  const words = ['red', 'green', 'garden', 'window', 'ladder', 'paint', 'fence'];
  const title = fc
    .array(fc.constantFrom(...words), { minLength: 2, maxLength: 5 })
    .map((list) => list.join(' '));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.option(title)), { maxLength: 40 }), title, (steps, query) => {
      const index = new TitleSimilarity();
      const now = new Map<string, string>();
      // Add and remove enough titles to trigger a compaction.
      for (let at = 0; at < 1_100; at += 1) index.put(`x${at}`, 'something else altogether');
      for (let at = 0; at < 1_100; at += 1) index.remove(`x${at}`);
      for (const [id, text] of steps) {
        if (text === null) {
          index.remove(`t${id}`);
          now.delete(`t${id}`);
        } else {
          index.put(`t${id}`, text);
          now.set(`t${id}`, text);
        }
      }
      expect(index.find(query, 9)).toEqual(of(Object.fromEntries(now)).find(query, 9));
    }),
    { numRuns: 60 },
  );
});

test('finds a similar title among 10,000 within 100 ms', () => {
  const words =
    'plan write check call order paint book garden report invoice header phone budget team launch font'.split(
      ' ',
    );
  const index = new TitleSimilarity();
  for (let at = 0; at < 10_000; at += 1) {
    const pick = (n: number) => words[(at * (n + 3) + n * 7) % words.length] ?? '';
    index.put(`t${at}`, `${pick(0)} the ${pick(1)} ${pick(2)} for ${pick(3)} ${at}`);
  }
  index.put('twin', 'Renew the certificate of the mail server');
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    expect(index.find('Renew certificate of mail server', 3)[0]?.id).toBe('twin');
    return performance.now() - began;
  });
  const [fastest = Infinity] = times.toSorted((a, b) => a - b);
  expect(fastest).toBeLessThan(100);
});
