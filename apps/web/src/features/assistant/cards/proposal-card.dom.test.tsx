// @vitest-environment jsdom
import type { Proposal, ProposedChange } from '@hearth/contracts/assistant/assistant';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { TeamStore } from '#platform/sync/index.ts';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeMember, makeTeamRow, STATUSES } from '#testing/team-rows.ts';
import { ProposalCard } from './proposal-card.tsx';
import { StaleProposalError } from './stale-proposal.ts';

let store: TeamStore;

beforeAll(async () => {
  store = await openStillTeam('ada', {
    team: [makeTeamRow()],
    member: [makeMember('Ada')],
    status: STATUSES,
  });
});
afterEach(cleanup);

const propose = (change: Pick<ProposedChange, 'act' | 'kind' | 'before' | 'after'>): Proposal => ({
  id: 'p',
  status: 'open',
  notifies: 0,
  expiresAt: '2026-11-26T10:00:00.000Z',
  kept: [],
  changes: [{ id: 't1', title: 'NO-1 Draw logo', ...change }],
});
const never = () => Promise.reject(new Error('not called'));

test.each<[what: string, change: Pick<ProposedChange, 'act' | 'kind' | 'before' | 'after'>, shown: string]>([
  [
    'a title longer than a day',
    { act: 'update', kind: 'task', before: { title: 'Draw logo' }, after: { title: 'Draw the logo' } },
    'Draw the logo',
  ],
  [
    'a title that looks like a day',
    { act: 'update', kind: 'task', before: { title: 'Old' }, after: { title: '2026-12-01' } },
    '2026-12-01',
  ],
  [
    'a comment',
    { act: 'comment', kind: 'comment', before: null, after: { body: 'Looks good to me' } },
    'Looks good to me',
  ],
  [
    'a description',
    { act: 'create', kind: 'project', before: null, after: { description: 'Everything for the launch' } },
    'Everything for the launch',
  ],
  [
    'a due date',
    { act: 'update', kind: 'task', before: { dueDate: null }, after: { dueDate: '2026-12-01' } },
    '1 Dec 2026',
  ],
  [
    'a due date that is not a date',
    { act: 'update', kind: 'project', before: { dueDate: null }, after: { dueDate: 'some day next week' } },
    'some day next week',
  ],
  [
    'that a document is archived',
    { act: 'update', kind: 'document', before: { archivedAt: null }, after: { isArchived: true } },
    'Archive',
  ],
  [
    'that a project is unarchived',
    {
      act: 'update',
      kind: 'project',
      before: { archivedAt: '2026-11-20T10:00:00.000Z' },
      after: { isArchived: false },
    },
    'Unarchive',
  ],
])('shows %s', async (_what, change, shown) => {
  const acts = { confirm: never, reject: never, undo: never };
  await renderPart(store, <ProposalCard proposal={propose(change)} acts={acts} takesFocus={false} />);
  expect(screen.getAllByText(shown)).not.toEqual([]);
  expect(screen.queryByText(/isArchived|true|false/)).toBeNull();
});

test('keeps the time of day of a due date that is edited on the card', async () => {
  const after = { dueDate: '2026-12-04T10:00:00.000Z' };
  const proposal = propose({ act: 'update', kind: 'task', before: { dueDate: null }, after });
  const acts = { confirm: never, reject: never, undo: never };
  await renderPart(store, <ProposalCard proposal={proposal} acts={acts} takesFocus={false} />);
  expect(screen.getByLabelText('Time: Due date')).toBeTruthy();
});

test('names what was changed since the proposal was made', async () => {
  const confirm = () => Promise.reject(new StaleProposalError(['NO-1 Draw logo', 'NO-2 Write brief']));
  const proposal = propose({
    act: 'update',
    kind: 'task',
    before: { title: 'Old' },
    after: { title: 'New' },
  });
  const acts = { confirm, reject: never, undo: never };
  const user = await renderPart(store, <ProposalCard proposal={proposal} acts={acts} takesFocus={false} />);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'NO-1 Draw logo and NO-2 Write brief changed in the meantime. Check the changes and confirm again.',
  );
});
