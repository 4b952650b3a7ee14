// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { PastChange } from '@hearth/contracts/tasks/tasks';
import { expect, test } from 'vitest';
import { ok } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// The history of a task contains added and removed sub-tasks. It is refetched when a sub-task is added or removed.

const line = (
  seq: number,
  old: string | null,
  now: string | null,
  titles: PastChange['titles'] = null,
): PastChange => ({
  id: `${seq}.0`,
  field: 'subTask',
  old,
  new: now,
  actor: 'bob',
  at: `2026-11-02T08:00:0${seq}.000Z`,
  base: null,
  titles,
});
const part = makeTaskRow('two', { title: 'Buy wood', parentId: 'one' });
const find = (text: string) =>
  screen.findByText((_text, element) => element?.tagName === 'DIV' && element.textContent.startsWith(text));

test('shows current titles of sub-tasks and stored titles of trashed sub-tasks in the history', async () => {
  const changes = [line(3, 'gone', null), line(2, null, 'gone'), line(1, null, 'two')];
  const { server } = await openApp({
    at: '/projects/website?task=one',
    rows: { task: [makeTaskRow('one', { title: 'Lamp' }), part] },
    prepare: ({ handlers }) =>
      handlers.set('GET /tasks/one/history', () => ok({ changes: [...changes], nextCursor: null })),
  });
  await find('Bob Reed added the sub-task Buy wood');
  await find('Bob Reed added a sub-task');
  await find('Bob Reed removed a sub-task');
  expect(screen.queryByRole('button', { name: 'Revert to previous version' })).toBeNull();

  changes.unshift(line(4, 'two', null));
  server.publish('task', { ...part, parentId: null });
  await find('Bob Reed removed the sub-task Buy wood');

  changes.unshift(line(5, 'binned', null, { binned: 'Sand it' }));
  server.publish('task', part);
  await find('Bob Reed removed the sub-task Sand it');
});
