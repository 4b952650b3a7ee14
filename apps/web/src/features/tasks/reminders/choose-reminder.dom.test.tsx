// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Command } from '#platform/sync/index.ts';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeMember, makeTaskRow, makeTeamRow, STATUSES } from '#testing/team-rows.ts';
import { ChooseReminder } from './choose-reminder.tsx';

afterEach(cleanup);

test('sets a reminder that is typed in words', async () => {
  const store = await openStillTeam('ada', {
    team: [makeTeamRow()],
    member: [makeMember('Ada')],
    status: STATUSES,
    task: [makeTaskRow('one')],
  });
  const commands: Command[] = [];
  await renderPart(
    store,
    <ChooseReminder ids={['one']} onChange={(own) => commands.push(...[own].flat())} onClose={() => {}} />,
  );
  const field = await screen.findByRole('combobox', { name: 'Search Reminders' });
  await userEvent.type(field, 'someday');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, '24 dec 2095 5pm');
  screen.getByRole('option', { name: /^On Sat, 24 Dec 2095 at 5:00/ });
  await userEvent.keyboard('{Enter}');
  expect(JSON.stringify(commands)).toContain('"day":"2095-12-24","days":0,"time":"17:00"');
});
