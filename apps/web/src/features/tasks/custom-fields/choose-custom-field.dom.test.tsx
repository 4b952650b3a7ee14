// @vitest-environment jsdom
import type { SyncRows } from '@hearth/contracts/sync';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Command } from '#platform/sync/index.ts';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeMember, makeTaskRow, makeTeamRow, STATUSES } from '#testing/team-rows.ts';
import { addDays } from '@hearth/contracts/core/days';
import { dayInZone } from '#ui/format/formats.ts';
import { readerZone } from '#ui/format/reader.ts';
import { ChooseCustomField } from './choose-custom-field.tsx';

afterEach(cleanup);

const FIELD: SyncRows['field'] = {
  id: '0198a1b0-0000-7000-8000-0000000000f1',
  name: 'Review',
  type: 'date',
  options: [],
  currency: null,
  formula: null,
  result: null,
  position: 'a0',
};

test('offers the same days for a date field as for due dates', async () => {
  const tomorrow = addDays(dayInZone(Date.now(), readerZone()), 1);
  const store = await openStillTeam('ada', {
    team: [makeTeamRow()],
    member: [makeMember('Ada')],
    status: STATUSES,
    field: [FIELD],
    task: [makeTaskRow('one', { custom: { [FIELD.id]: tomorrow } }), makeTaskRow('two')],
  });
  const commands: Command[] = [];
  await renderPart(
    store,
    <ChooseCustomField ids={['one', 'two']} onChange={(own) => commands.push(...own)} onClose={() => {}} />,
  );
  await userEvent.click(await screen.findByRole('option', { name: 'Review' }));
  const days = within(await screen.findByRole('listbox', { name: 'Review' }));
  expect(days.getAllByRole('option').map((one) => one.textContent)).toEqual(
    expect.arrayContaining(['Today', 'Tomorrow', 'No date']),
  );
  screen.getByLabelText('Custom date');
  await userEvent.click(days.getByRole('option', { name: /^Tomorrow/ }));
  expect(JSON.stringify(commands)).toContain(tomorrow);
});

test('sets a typed day', async () => {
  const store = await openStillTeam('ada', {
    team: [makeTeamRow()],
    member: [makeMember('Ada')],
    status: STATUSES,
    field: [FIELD],
    task: [makeTaskRow('one')],
  });
  const commands: Command[] = [];
  await renderPart(
    store,
    <ChooseCustomField ids={['one']} onChange={(own) => commands.push(...own)} onClose={() => {}} />,
  );
  await userEvent.click(await screen.findByRole('option', { name: 'Review' }));
  const field = await screen.findByRole('combobox', { name: 'Search Review' });
  await userEvent.type(field, 'someday');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, '24 dec 2030');
  screen.getByRole('option', { name: 'Tuesday, 24 December 2030' });
  await userEvent.keyboard('{Enter}');
  expect(JSON.stringify(commands)).toContain('2030-12-24');
});

test('keeps different values unless something is typed over them', async () => {
  const store = await openStillTeam('ada', {
    team: [makeTeamRow()],
    member: [makeMember('Ada')],
    status: STATUSES,
    field: [{ ...FIELD, type: 'text' }],
    task: [makeTaskRow('one', { custom: { [FIELD.id]: 'First' } }), makeTaskRow('two')],
  });
  const commands: Command[] = [];
  await renderPart(
    store,
    <ChooseCustomField ids={['one', 'two']} onChange={(own) => commands.push(...own)} onClose={() => {}} />,
  );
  await userEvent.click(await screen.findByRole('option', { name: 'Review' }));
  await screen.findByPlaceholderText('Different values');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(commands).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Review' }), 'x{Backspace}{Enter}');
  expect(commands).toHaveLength(1);
});
