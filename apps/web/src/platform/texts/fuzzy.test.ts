import { describe, expect, test } from 'vitest';
import { fold, matchFuzzy, spellUmlauts, splitQuery } from './fuzzy.ts';

/** Returns the titles that match `query`, best first. */
function rank(query: string, titles: readonly string[]): string[] {
  const terms = splitQuery(query);
  return titles
    .map((title) => ({ title, match: matchFuzzy(terms, fold(title)) }))
    .filter(({ match }) => match !== null)
    .toSorted((a, b) => (b.match?.score ?? 0) - (a.match?.score ?? 0))
    .map(({ title }) => title);
}

/** Returns the title with its matches in brackets. */
function mark(query: string, title: string): string | null {
  const match = matchFuzzy(splitQuery(query), fold(title));
  return (
    match &&
    title
      .split('')
      .map((letter, at) => (match.marks.includes(at) ? `[${letter}]` : letter))
      .join('')
  );
}

describe('matching', () => {
  test.each([
    ['new', '[N][e][w] task'],
    ['task new', '[N][e][w] [t][a][s][k]'],
    ['nt', '[N]ew [t]ask'],
    ['nwtsk', '[N]e[w] [t]a[s][k]'],
    ['ask', 'New t[a][s][k]'],
    ['uber', '[Ü][b][e][r] uns'],
    ['lukasz', '[Ł][u][k][a][s][z]'],
    ['कार्य', 'नया [क][ा][र][्][य]'],
  ])('highlights the match of %s as %s', (query, marked) => {
    expect(mark(query, marked.replaceAll(/[[\]]/g, ''))).toBe(marked);
  });

  test.each([
    ['xyz', 'New task'],
    ['new project', 'New task'],
    ['wt', 'New task'],
    ['settle', 'Set up a plain page'],
  ])('does not find %s in %s', (query, title) => {
    expect(mark(query, title)).toBeNull();
  });

  test('matches any string with an empty query', () => {
    expect(matchFuzzy(splitQuery('  '), 'new task')).toEqual({ score: 0, marks: [] });
  });
});

describe('ranking', () => {
  test('ranks exact matches first, then prefix, word, substring and subsequence matches', () => {
    const titles = ['Go to a seat', 'Offset', 'Old sets', 'Settings', 'Sets'];
    expect(rank('sets', ['Our sets', 'Unsets', 'Setstone', 'Sets'])).toEqual([
      'Sets',
      'Setstone',
      'Our sets',
      'Unsets',
    ]);
    expect(rank('set', titles)).toEqual(['Sets', 'Settings', 'Old sets', 'Offset', 'Go to a seat']);
  });

  test('ranks whole short words above beginnings', () => {
    const people = ['HR', 'Ask HR about it', 'HR-12 of the house', 'Hrvatska', 'Christmas', 'Hourly rates'];
    expect(rank('HR', people.toReversed())).toEqual(people);
    expect(rank('ai', ['Aim', 'Aid for AI', 'Paint', 'AI'])).toEqual(['AI', 'Aid for AI', 'Aim', 'Paint']);
  });

  test('ranks the shorter title first among equal matches', () => {
    expect(rank('plan', ['Plan the long autumn', 'Plan'])).toEqual(['Plan', 'Plan the long autumn']);
  });
});

test('preserves the string length when folding case and accents', () => {
  for (const text of ['Łódź', 'İstanbul', 'ﬀ', 'नमस्ते', 'Straße', '😀 Ü']) {
    expect(fold(text)).toHaveLength(text.length);
  }
});

test('spells umlauts with two letters', () => {
  expect(spellUmlauts('Überblick: Größe, Æsir')).toBe('ueberblick: groesse, aesir');
  expect(matchFuzzy(splitQuery('Ueberblick'), fold(spellUmlauts('Überblick')))).not.toBeNull();
});
