import { expect, test } from 'vitest';
import type { SyncRows } from '@hearth/contracts/sync';
import { toCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import { openStillTeam } from '#testing/still-team.ts';
import { fieldSetBy } from './table-columns.ts';

const FIELD: SyncRows['field'] = {
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Total',
  type: 'number',
  options: [],
  currency: null,
  formula: null,
  result: null,
  position: 'a0',
};

test.each([
  ['formula', undefined],
  ['number', `custom.${FIELD.id}`],
  ['text', `custom.${FIELD.id}`],
] as const)('a column of type %s sets %s', async (type, sets) => {
  const store = await openStillTeam('ada', { field: [{ ...FIELD, type }] });
  expect(fieldSetBy(store, toCustomFieldName(FIELD.id))).toBe(sets);
  expect([fieldSetBy(store, 'due'), fieldSetBy(store, 'created')]).toEqual(['dueDate', undefined]);
});
