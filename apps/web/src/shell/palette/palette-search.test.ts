import { describe, expect, test } from 'vitest';
import { makeItem, searchPalette, type PaletteGroup, type PaletteItem } from './palette-search.ts';

function item(id: string, title: string, group: PaletteGroup = 'places', also?: string): PaletteItem {
  return makeItem({ id, title, group, also, drawIcon: () => null, run: () => undefined });
}

const ITEMS = [
  item('go.tasks', 'Go to tasks'),
  item('go.members', 'Go to members', 'places', 'people'),
  item('app.dark', 'Appearance: dark', 'app', 'theme night'),
  item('t1', 'Member survey', 'tasks', 'web-12'),
  item('t2', 'Tasks of the summer', 'tasks', 'web-13'),
];

/** Returns the ids by group, in display order. */
function list(query: string, recent: string[] = []): string[] {
  return searchPalette(ITEMS, query, recent).map(
    ({ group, found }) => `${group}: ${found.map((one) => one.item.id).join(' ')}`,
  );
}

describe('search without a query', () => {
  test('lists only actions, in groups', () => {
    expect(list('')).toEqual(['places: go.tasks go.members', 'app: app.dark']);
  });

  test('lists recent items first, latest first and without duplicates', () => {
    expect(list('', ['t2', 'app.dark', 'gone'])).toEqual([
      'recent: t2 app.dark',
      'places: go.tasks go.members',
    ]);
  });
});

describe('search with a query', () => {
  test('ranks the group with the best match first', () => {
    expect(list('member')).toEqual(['tasks: t1', 'places: go.members']);
    expect(list('go')).toEqual(['places: go.tasks go.members']);
  });

  test('matches synonyms and task keys', () => {
    expect(list('night')).toEqual(['app: app.dark']);
    expect(list('web-13')).toEqual(['tasks: t2']);
    expect(list('people')).toEqual(['places: go.members']);
  });

  test('ranks whole short words above actions and recent items that begin alike', () => {
    const all = [...ITEMS, item('t3', 'Draft the app', 'tasks', 'web-14'), item('t4', 'Appeal', 'tasks')];
    const [first] = searchPalette(all, 'app', ['t4', 'app.dark']);
    expect(first?.found.map((one) => one.item.id)).toEqual(['t3', 't4']);
  });

  test('prefers recent items among equal matches', () => {
    expect(list('go', ['go.members'])).toEqual(['places: go.members go.tasks']);
  });

  test('returns no results without a match', () => {
    expect(list('qqq')).toEqual([]);
  });
});

function measure(items: readonly PaletteItem[], query: string): number {
  const start = performance.now();
  searchPalette(items, query, []);
  return performance.now() - start;
}

test('searches ten thousand tasks within 50 ms', () => {
  const words = ['Draft', 'the', 'supplier', 'page', 'for', 'quarter', 'report', 'and', 'summer', 'budget'];
  const tasks = Array.from({ length: 10_000 }, (_, at) => {
    const title = Array.from({ length: 7 }, (_unused, word) => words[(at * (word + 3) + word) % 10]).join(
      ' ',
    );
    return item(`t${at}`, title, 'tasks', `web-${at}`);
  });
  const all = [...ITEMS, ...tasks];
  const queries = ['s', 'su', 'sup', 'supp budg', 'spplr', 'web-99', 'nothing'];
  // The fastest of several runs. Slower runs include the scheduling of other processes.
  const times = queries.map((query) => Math.min(...Array.from({ length: 15 }, () => measure(all, query))));
  expect(Math.max(...times)).toBeLessThan(50);
  console.log(`palette search over 10,000 tasks: ${times.map((ms) => ms.toFixed(1)).join(' ')} ms`);
});
