// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, type Opening } from '#testing/render-app.tsx';
import { makeMember, makeTaskRow } from '#testing/team-rows.ts';

// Members without a seat see a notice and all content. Actions that the server would reject are hidden or disabled.

const WITHOUT_SEAT: Opening = {
  role: 'admin',
  rows: {
    member: [makeMember('Ada Moss', 'admin', { isViewOnly: true }), makeMember('Olga Ray', 'owner')],
    task: [makeTaskRow('one', { title: 'Lamp' })],
  },
};

test('explains to a member without a seat why editing is disabled and which owner to contact', async () => {
  await openApp({ at: '/projects/website?task=one', ...WITHOUT_SEAT });
  const panel = await screen.findByRole('complementary', { name: 'Task: Lamp' });
  await within(panel).findByText(
    /^You can only view this team: its plan has fewer seats than people\.\s*Ask Olga Ray\.$/,
  );
  expect(
    within(panel)
      .queryByRole('button', { name: /^Status:/ })
      ?.matches(':disabled') ?? true,
  ).toBe(true);
});

test('labels a member without a seat as view-only in the member list and hides member actions', async () => {
  await openApp({ at: '/members', ...WITHOUT_SEAT });
  const own = (await screen.findByRole('link', { name: 'Ada Moss' })).closest<HTMLElement>('[role=row]');
  const other = screen.getByRole('link', { name: 'Bob Reed' }).closest<HTMLElement>('[role=row]');
  if (own === null || other === null) throw new Error('Nobody is listed');
  within(own).getByText('View only');
  expect(within(other).queryByText('View only')).toBeNull();
  expect(within(other).queryByRole('button', { name: 'Change Bob Reed' })).toBeNull();
});
