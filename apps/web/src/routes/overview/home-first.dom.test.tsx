// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { FirstLoad } from '@hearth/contracts/first-load';
import type { Change, SyncRows } from '@hearth/contracts/sync';
import { browserClock } from '#platform/sync/copies/tabs.ts';
import type { PendingFirstLoad } from '#platform/sync/opening/first-load.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeMember, makeProjectRow, makeTaskRow, makeTeamRow, PRO, STATUSES } from '#testing/team-rows.ts';

/** The state that early.ts leaves before the app's code starts. */
const early = vi.hoisted(() => {
  const answer = Promise.withResolvers<unknown>();
  const pending: PendingFirstLoad = { projectId: undefined, screen: 'home', answer: answer.promise };
  Object.assign(globalThis, { hearthFirstLoad: pending });
  return answer;
});

const puts = <E extends keyof SyncRows>(entity: E, ...rows: SyncRows[E][]) =>
  rows.map((data) => {
    const { _id, userId, id } = data as { _id?: string; userId?: string; id?: string };
    return { seq: 1, entity, id: _id ?? userId ?? id, op: 'put', data };
  }) as Change[];

test('renders home from the first load and then requests the remaining rows', async () => {
  const tasks = ['Mine', 'Theirs', 'More of theirs'].map((title, at) =>
    makeTaskRow(`task-${at}`, { title, projectId: 'website', assigneeIds: at === 0 ? ['ada'] : ['bob'] }),
  );
  const rest = Promise.withResolvers<void>();
  // The timeout never fires, so the screen itself must report that it is rendered.
  const after = browserClock.after.bind(browserClock);
  vi.spyOn(browserClock, 'after').mockImplementation((ms, then) =>
    ms === 3_000 ? () => undefined : after(ms, then),
  );
  const { server } = await openApp({
    rows: { task: tasks },
    prepare: (pageServer) => {
      const [team = makeTeamRow()] = pageServer.teams;
      const changes = [
        ...puts('team', team),
        ...puts('member', makeMember('Ada Moss', 'owner'), makeMember('Bob Reed')),
        ...puts('status', ...STATUSES),
        ...puts('project', makeProjectRow('website', { name: 'Website', key: 'WEB' })),
        ...puts('task', ...tasks.slice(0, 1)),
      ];
      const answer: FirstLoad = {
        user: { id: 'ada', name: 'Ada Moss', email: 'ada@example.com', image: null },
        teams: pageServer.teams,
        nextCursor: null,
        current: {
          teamId: team._id,
          teamRole: 'owner',
          subscription: PRO,
          rows: { seq: 1, epoch: 'e', reset: false, changes, nextCursor: null },
          figures: { openByProject: { website: 5 }, hasTasks: true },
        },
      };
      early.resolve(answer);
      const all = [...changes, ...puts('task', ...tasks.slice(1))];
      pageServer.handlers.set('GET /sync', async () => {
        await rest.promise;
        return { status: 200, body: { seq: 1, epoch: 'e', reset: false, changes: all, nextCursor: null } };
      });
    },
  });
  await screen.findByRole('link', { name: 'Mine' });
  screen.getByText('5 open tasks');
  expect(screen.queryByText('First steps')).toBeNull();
  await waitFor(() => expect(server.requests.some((one) => one.includes('/sync'))).toBe(true));
  rest.resolve();
  // Once all rows are loaded, the tasks are counted instead of using the figure of the first load.
  await screen.findByText('3 open tasks');
});
