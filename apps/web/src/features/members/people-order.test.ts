import { expect, it } from 'vitest';
import type { SyncRows } from '@hearth/contracts/sync';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { narrowPeople, sortPeople, type PeopleKey } from './people-order.ts';

function person(name: string, teamRole: TeamRole, joinedAt: string): SyncRows['member'] {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
  return { userId: name, name, email, image: null, teamRole, joinedAt, isViewOnly: false };
}

const PEOPLE = [
  person('Ada Moss', 'member', '2026-03-01T00:00:00.000Z'),
  person('Bob Reed', 'owner', '2026-01-01T00:00:00.000Z'),
  person('Zoë Quinn', 'guest', '2026-02-01T00:00:00.000Z'),
];
const ACTIVE = new Map([
  ['Ada Moss', null],
  ['Bob Reed', '2026-05-01T00:00:00.000Z'],
  ['Zoë Quinn', '2026-06-01T00:00:00.000Z'],
]);
const namesBy = (key: PeopleKey, isReversed = false) =>
  sortPeople(PEOPLE, { key, isReversed }, ACTIVE)
    .map((one) => one.name.slice(0, 1))
    .join('');

it('sorts by each column in both directions and puts people without activity last', () => {
  expect(namesBy('name')).toBe('ABZ');
  expect(namesBy('name', true)).toBe('ZBA');
  expect(namesBy('role')).toBe('BAZ');
  expect(namesBy('role', true)).toBe('ZAB');
  expect(namesBy('joined')).toBe('AZB');
  expect(namesBy('joined', true)).toBe('BZA');
  expect(namesBy('active')).toBe('ZBA');
  expect(namesBy('active', true)).toBe('BZA');
});

it('filters by role and by words of names and email addresses, ignoring word order, case and accents', () => {
  const find = (typed: string, role: TeamRole | null = null) =>
    narrowPeople(PEOPLE, typed, role).map((one) => one.name);
  expect(find('  ')).toHaveLength(3);
  expect(find('zoe')).toEqual(['Zoë Quinn']);
  expect(find('quinn ZOË')).toEqual(['Zoë Quinn']);
  expect(find('bob.reed@')).toEqual(['Bob Reed']);
  expect(find('example')).toHaveLength(3);
  expect(find('example', 'guest')).toEqual(['Zoë Quinn']);
  expect(find('ada', 'guest')).toEqual([]);
});
