import { expect, test } from 'vitest';
import type { Health } from '@hearth/contracts/projects/project-values';
import { sortProjects, type ProjectSort } from './project-order.ts';

const make = (id: string, health: Health | null, leadId: string | null, targetDate: string | null) => ({
  id,
  name: id,
  health,
  leadId,
  targetDate,
});
const PROJECTS = [
  make('shop', 'onTrack', 'bob', '2026-12-24'),
  make('app', null, null, null),
  make('web', 'offTrack', 'ada', '2026-11-30'),
];
const OPEN: Record<string, number> = { shop: 2, app: 9, web: 4 };
const sort = (by: ProjectSort, isReversed = false) =>
  sortProjects(
    PROJECTS,
    { by, isReversed },
    {
      nameOf: (id) => id,
      openIn: (id) => OPEN[id] ?? 0,
      compareNames: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
    },
  )
    .map(({ id }) => id)
    .join(' ');

test.each([
  ['name', 'app shop web', 'web shop app'],
  ['health', 'web shop app', 'shop web app'],
  ['lead', 'web shop app', 'shop web app'],
  ['target', 'web shop app', 'shop web app'],
  ['open', 'app web shop', 'shop web app'],
] as const)('sorts by %s in both directions, with empty values last', (by, ahead, back) => {
  expect(sort(by)).toBe(ahead);
  expect(sort(by, true)).toBe(back);
});
