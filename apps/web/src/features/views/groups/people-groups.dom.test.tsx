// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import { ok } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeMember, makeTaskRow } from '#testing/team-rows.ts';

test('offers guests a group in the tasks of all projects if they have tasks or access to a project', async () => {
  const cleo = makeMember('Cleo Park', 'guest');
  const eve = makeMember('Eve Lind', 'guest');
  await openApp({
    at: '/tasks?view=board&group=assignee',
    rows: {
      member: [cleo, eve, makeMember('Gus Hale', 'guest')],
      task: [makeTaskRow('lamp', { title: 'Lamp', projectId: 'website', assigneeIds: [cleo.userId] })],
    },
    prepare: ({ handlers }) => {
      const grant = {
        userId: eve.userId,
        level: 'comment',
        grantedBy: 'ada',
        grantedAt: '2026-11-01T12:00:00.000Z',
      };
      handlers.set('GET /projects/*/grants', () => ok({ grants: [grant], nextCursor: null }));
    },
  });
  await screen.findByRole('link', { name: 'Lamp' });
  screen.getByRole('region', { name: 'Bob Reed' });
  screen.getByRole('region', { name: 'Cleo Park' });
  await screen.findByRole('region', { name: 'Eve Lind' });
  expect(screen.queryByRole('region', { name: 'Gus Hale' })).toBeNull();
});

const REVIEWER_ID = '01900000-0000-7000-8000-00000000000d';
const REVIEWER = { id: REVIEWER_ID, name: 'Reviewer', type: 'person', options: [], position: 'a0' };

test.each([
  ['assignee', (id: string) => ({ assigneeIds: [id] })],
  [toCustomFieldName(REVIEWER_ID), (id: string) => ({ custom: { [REVIEWER_ID]: id } })],
])(
  'offers no groups of %s for people who cannot see the project unless they have tasks',
  async (group, name) => {
    const cleo = makeMember('Cleo Park', 'guest');
    await openApp({
      at: `/projects/website?group=${group}`,
      rows: {
        member: [cleo, makeMember('Gus Hale', 'guest')],
        field: [REVIEWER as never],
        task: [makeTaskRow('lamp', { title: 'Lamp', projectId: 'website', ...name(cleo.userId) })],
      },
      prepare: ({ handlers }) =>
        void handlers.set('GET /projects/*/grants', () => ok({ grants: [], nextCursor: null })),
    });
    await screen.findByRole('link', { name: 'Lamp' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Gus Hale' })).toBeNull());
    screen.getByRole('region', { name: 'Bob Reed' });
    const former = within(screen.getByRole('region', { name: 'Cleo Park' }));
    former.getByRole('link', { name: 'Lamp' });
    await waitFor(() => expect(former.queryByRole('button', { name: /^Add task/ })).toBeNull());
  },
);
