// @vitest-environment jsdom
import type { SyncRows } from '@hearth/contracts/sync';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Command } from '#platform/sync/index.ts';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeMember, makeTaskRow, makeTeamRow, STATUSES } from '#testing/team-rows.ts';
import { addDays } from '@hearth/contracts/core/days';
import { dayInZone } from '#ui/format/formats.ts';
import { readerZone } from '#ui/format/reader.ts';
import { ChooseCustomField } from './choose-custom-field.tsx';

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
