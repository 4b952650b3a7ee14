// @vitest-environment jsdom
import { HIDDEN_PROJECT, HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { TeamStore } from '#platform/sync/index.ts';
import type { KnownNames } from '#features/tasks/model/field-change.ts';
import { DECLINED } from '#features/tasks/triage/triage-history.ts';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeTeamRow } from '#testing/team-rows.ts';
import { HistoryChange } from './history-change.tsx';

const ADA = { id: 'ada', name: 'Ada', image: null };
const BOB = { id: 'bob', name: 'Bob', image: null };
const CYCLE = {
  id: 'c1',
  projectId: 'p1',
  number: 1,
  name: 'Spring',
  startsOn: '2026-03-02',
  endsOn: '2026-03-15',
};
const FIELD = { id: 'f1', name: 'Budget', type: 'text', options: [], position: 'a0' };
const known = {
  statuses: [
    { id: 's1', name: 'To do', category: 'unstarted', color: 'grey', progress: 0 },
    { id: 's2', name: 'Done', category: 'done', color: 'green', progress: 1 },
  ],
  projects: [{ id: 'p1', name: 'Website', hasTriage: true }],
  labels: [
    { id: 'l1', name: 'Bug' },
    { id: 'l2', name: 'Idea' },
  ],
  types: [
    { id: 'y1', name: 'Bug report' },
    { id: 'y2', name: 'Story' },
  ],
  milestones: [{ id: 'm1', projectId: 'p1', name: 'Beta' }],
  fields: [FIELD],
  cycles: [CYCLE],
  people: [ADA, BOB],
  tasks: (id: string) => (id === 't2' ? { title: 'Other' } : undefined),
} as unknown as KnownNames;
const item = { title: 'Saw', isDone: false };
const waits = { since: '2026-11-20T09:30:00.000Z', until: null };

let store: TeamStore;

beforeAll(async () => {
  store = await openStillTeam('ada', { team: [makeTeamRow()] });
});
afterEach(cleanup);

test.each<[field: string, old: unknown, now: unknown, sentence: string, actor?: string | null]>([
  ['title', 'A', 'B', 'renamed this from A to B'],
  ['description', 'A', 'B', 'changed the description'],
  ['statusId', 's1', 's2', 'moved this from To do to Done'],
  ['statusId', 'gone', 's2', 'moved this from a deleted status to Done'],
  ['priority', 'low', 'high', 'changed the priority from Low to High'],
  ['priority', 'odd', 'high', 'changed the priority from odd to High'],
  ['startDate', null, '2026-12-01', 'set the start date to 1 Dec 2026'],
  ['startDate', '2026-12-01', '2026-12-02', 'changed the start date from 1 Dec 2026 to 2 Dec 2026'],
  ['startDate', '2026-12-01', null, 'removed the start date'],
  ['dueDate', null, '2026-12-01', 'set the due date to 1 Dec 2026'],
  ['dueDate', '2026-12-01', '2026-12-02', 'changed the due date from 1 Dec 2026 to 2 Dec 2026'],
  ['dueDate', '2026-12-01', null, 'removed the due date'],
  ['estimate', null, 3, 'set the estimate to 3 points'],
  ['estimate', 3, 1, 'changed the estimate from 3 points to 1 point'],
  ['estimate', 3, null, 'removed the estimate'],
  ['assigneeIds', [], ['bob'], 'assigned Bob'],
  ['assigneeIds', ['bob', 'gone'], [], 'unassigned Bob and Former member'],
  ['assigneeIds', ['bob'], ['ada'], 'assigned Ada and unassigned Bob'],
  ['reporterId', null, 'bob', 'changed the requester from Nobody to Bob'],
  ['watcherIds', [], ['ada'], 'started watching this task'],
  ['watcherIds', ['ada'], [], 'stopped watching this task'],
  ['watcherIds', [], ['bob'], 'added Bob to the watchers'],
  ['labelIds', [], ['l1', 'l2'], 'added the label Bug and Idea'],
  ['labelIds', ['l1'], [], 'removed the label Bug'],
  ['labelIds', ['gone'], ['l2'], 'added the label Idea and removed a deleted label'],
  ['typeId', null, 'y1', 'set the type to Bug report'],
  ['typeId', 'y1', 'y2', 'changed the type from Bug report to Story'],
  ['typeId', 'gone', null, 'removed the type a deleted type'],
  ['projectId', null, 'p1', 'moved this from no project to Website'],
  ['projectId', HIDDEN_PROJECT, 'gone', 'moved this from a private project to a deleted project'],
  ['milestoneId', null, 'm1', 'set the milestone to Beta'],
  ['milestoneId', 'm1', null, 'removed this from the milestone Beta'],
  ['cycleId', null, 'c1', 'added this to Spring'],
  ['cycleId', 'gone', 'c1', 'carried this over from a deleted cycle to Spring', null],
  ['cycleId', 'c1', null, 'removed this from Spring'],
  ['triage', waits, DECLINED, 'declined this'],
  ['triage', waits, null, 'accepted this'],
  ['triage', null, waits, 'sent this to triage'],
  ['repeat', { rule: 'FREQ=DAILY', mode: 'due', later: null }, null, 'ended the series'],
  ['skip', null, { day: '2026-12-01', toDay: '2026-12-02', reason: '' }, 'skipped 1 Dec 2026, to 2 Dec 2026'],
  ['parentId', null, 't2', 'set the parent to Other'],
  ['parentId', HIDDEN_TASK, 'binned', 'changed the parent from a private task to Trashed'],
  ['parentId', 'gone', null, 'removed this from a task you can’t see'],
  ['subTask', null, 't2', 'added the sub-task Other'],
  ['subTask', 'gone', null, 'removed a sub-task'],
  ['blockedBy', null, 't2', 'added “Blocked by” Other'],
  ['duplicatedBy', HIDDEN_TASK, null, 'removed “Duplicated by” a private task'],
  ['attachments', null, { name: 'a.png' }, 'attached a.png'],
  ['attachments', { name: 'a.png' }, { name: 'b.png' }, 'renamed the file a.png to b.png'],
  ['attachments', { name: 'a.png' }, null, 'removed the file a.png'],
  ['coverId', null, 'a', 'added a cover'],
  ['coverId', 'a', 'b', 'changed the cover'],
  ['coverId', 'a', null, 'removed the cover'],
  ['checklist', null, item, 'added the checklist item Saw'],
  ['checklist', item, null, 'removed the checklist item Saw'],
  ['checklist', item, { ...item, title: 'Cut' }, 'renamed the checklist item Saw to Cut'],
  ['checklist', item, { ...item, isDone: true }, 'completed the checklist item Saw'],
  ['checklist', { ...item, isDone: true }, item, 'reopened the checklist item Saw'],
  ['time', null, { seconds: 60, note: '' }, 'tracked 1 min of time'],
  ['custom.f1', null, 'Low', 'set Budget to Low'],
  ['custom.gone', 1, 2, 'changed a deleted field'],
  ['constructor', 1, 2, 'changed this task'],
])('describes a change of %s from %j to %j', async (field, old, now, sentence, actor = 'ada') => {
  const change = {
    id: '1.0',
    field,
    old,
    new: now,
    actor,
    at: '2026-11-20T09:30:00.000Z',
    base: null,
    titles: { binned: 'Trashed' },
  };
  await renderPart(
    store,
    <p>
      <HistoryChange change={change} person={ADA} known={known} />
    </p>,
  );
  expect(screen.getByRole('paragraph').textContent).toBe(`Ada ${sentence}`);
});
