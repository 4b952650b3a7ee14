import type { Proposal } from '@hearth/contracts/assistant/assistant';
import type { Problem } from '@hearth/contracts/core/errors';
import { expect, test } from 'vitest';
import { ApiError, type Call } from '#platform/api/api-client.ts';
import { confirmProposal } from './confirm-proposal.ts';

const propose = (title: string, fields: Partial<Proposal> = {}): Proposal => ({
  id: 'p',
  status: 'open',
  notifies: 0,
  expiresAt: '2026-11-26T10:00:00.000Z',
  kept: [],
  changes: [
    { act: 'update', kind: 'task', id: 't1', title: 'NO-1 Old', before: { title }, after: { title: 'New' } },
  ],
  ...fields,
});

/** Confirms a proposal that was made when the title was 'Old'. @param open the proposal that the server has */
async function confirm(status: number, open: Proposal) {
  const shown: Proposal[] = [];
  const call = async (key: string) => {
    if (key.startsWith('GET ')) return { proposals: [{ threadId: 't', proposal: open }], nextCursor: null };
    if (status >= 400) throw new ApiError({ status, code: 'CONFLICT', detail: '' } as Problem);
    return { proposal: open };
  };
  const ports = { call: call as unknown as Call, teamId: 'team', put: (one: Proposal) => shown.push(one) };
  const error = await confirmProposal(ports, propose('Old'), {}).catch((thrown: unknown) => thrown);
  return { shown, error };
}

test('shows the current values and names what was changed since the proposal was made', async () => {
  const { shown, error } = await confirm(409, propose('Theirs'));
  expect(shown).toEqual([propose('Theirs')]);
  expect(error).toMatchObject({ name: 'StaleProposalError', titles: ['NO-1 Old'] });
});

test('passes on a conflict with something else', async () => {
  const { shown, error } = await confirm(409, propose('Old'));
  expect(shown).toEqual([]);
  expect(error).toMatchObject({ name: 'ApiError', status: 409 });
});

test('shows that a proposal is confirmed or has expired', async () => {
  const confirmed = propose('Old', { status: 'confirmed' });
  expect(await confirm(200, confirmed)).toEqual({ shown: [confirmed], error: undefined });
  expect(await confirm(410, confirmed)).toEqual({
    shown: [propose('Old', { status: 'expired' })],
    error: undefined,
  });
});
