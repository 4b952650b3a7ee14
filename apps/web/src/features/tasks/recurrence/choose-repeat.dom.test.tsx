// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Command } from '#platform/sync/index.ts';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeMember, makeTaskRow, makeTeamRow, STATUSES } from '#testing/team-rows.ts';
import { ChooseRepeat } from './choose-repeat.tsx';

afterEach(cleanup);

test('sets a recurrence that is typed in words', async () => {
  const store = await openStillTeam('ada', {
    team: [makeTeamRow()],
    member: [makeMember('Ada')],
    status: STATUSES,
    task: [makeTaskRow('one')],
  });
  const commands: Command[] = [];
  await renderPart(
    store,
    <ChooseRepeat ids={['one']} onChange={(own) => commands.push(...own)} onClose={() => {}} />,
  );
  const field = await screen.findByRole('combobox', { name: 'Search Repeats' });
  await userEvent.type(field, 'every now and then');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, 'every 3 weeks');
  screen.getByRole('option', { name: 'Every 3 weeks' });
  await userEvent.keyboard('{Enter}');
  expect(JSON.stringify(commands)).toContain('FREQ=WEEKLY;INTERVAL=3');
});
