import '#testing/english.ts';
import { expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import { ApiError } from '#platform/api/api-client.ts';
import { explainInviteError } from './invite-error.ts';

const refusal = (fields: Partial<Problem>): ApiError =>
  new ApiError({ type: 'about:blank', title: '', status: 403, code: 'FORBIDDEN', detail: '', ...fields });

it.each([
  ['FORBIDDEN', 'You don’t have permission. Ask an owner or admin.'],
  ['ORIGIN_NOT_ALLOWED', 'Changes aren’t allowed from this address. Open Hearth at its own address.'],
] as const)('explains a refused account by its error code %s', (code, lead) => {
  expect(explainInviteError(refusal({ code }))).toMatchObject({ lead, isOfAccount: true });
});

it('explains a refused account by the rule of the invite', () => {
  const errors = [{ path: 'email', message: '' }];
  expect(explainInviteError(refusal({ errors })).title).toBe('This invite is for another address');
});
