import { MEMBER_WITH_ACCESS, type ErrorCode, type Problem } from '@hearth/contracts/core/errors';
import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { formatNumber } from '#ui/format/formats.ts';
import { ApiError, NoResponseError } from '#platform/api/api-client.ts';

// Localized messages for API errors, by error code. The server's own message is used only if nothing else identifies the cause.

const FAILED = msg`Something went wrong. Please try again.`;

const MESSAGES: Record<ErrorCode, MessageDescriptor> = {
  INVALID_REQUEST: msg`Some of the details aren’t valid.`,
  UNAUTHENTICATED: msg`You’re not signed in. Sign in to continue.`,
  TOKEN_EXPIRED: msg`Your session has expired. Sign in again.`,
  PLAN_LIMIT_REACHED: msg`You’ve reached your plan’s limit.`,
  PLAN_REQUIRED: msg`This needs the Pro plan.`,
  FORBIDDEN: msg`You don’t have permission. Ask an owner or admin.`,
  ORIGIN_NOT_ALLOWED: msg`Changes aren’t allowed from this address. Open Hearth at its own address.`,
  REAUTH_REQUIRED: msg`Confirm it’s you to continue.`,
  NOT_FOUND: msg`It no longer exists, or you don’t have access.`,
  REQUEST_TIMEOUT: msg`That took too long to send. Check your connection and try again.`,
  CONFLICT: msg`This conflicts with something that is already there.`,
  LAST_OWNER: msg`Make someone else an owner first. A team needs at least one.`,
  INVITE_EXPIRED: msg`This invite is no longer valid. Ask for a new one.`,
  PROPOSAL_EXPIRED: msg`This proposal is no longer valid. Ask again.`,
  PAYLOAD_TOO_LARGE: msg`This file is too large.`,
  UNSUPPORTED_MEDIA_TYPE: msg`This file type isn’t supported.`,
  CIRCULAR: msg`This would create a loop.`,
  TOO_DEEP: msg`Too many levels.`,
  PROJECT_ARCHIVED: msg`This project is archived. Bring it back to change what is in it.`,
  DOCUMENT_ARCHIVED: msg`This document is archived. Bring it back to change it.`,
  INVALID_STATE: msg`This isn’t possible right now.`,
  RATE_LIMITED: msg`Too many messages at once. Wait a moment and try again.`,
  INTERNAL: FAILED,
  UNAVAILABLE: FAILED,
  STORAGE_FULL: msg`The server is out of disk space. Nothing can be saved until its administrator frees some.`,
};

/** Returns the message for a failed call. Use `useErrorMessages` while rendering. */
export function explainError(error: unknown): string {
  if (error instanceof NoResponseError) return t`The server cannot be reached. Please try again.`;
  if (!(error instanceof ApiError)) return i18n._(FAILED);
  return explainProblem(error.problem);
}

/** `explainError` for use while rendering. Follows the current language. Returns null without an error. */
export function useErrorMessages(error: unknown): string | null {
  // A value memoized by the compiler would keep the previous language.
  'use no memo';
  useLingui();
  return error === undefined ? null : explainError(error);
}

/** `explainProblem` for use while rendering. Follows the current language. */
export function useProblemMessages(problem: Problem): string {
  'use no memo';
  useLingui();
  return explainProblem(problem);
}

/** Returns the message of a rejection for the user. */
export function explainProblem(problem: Problem): string {
  // Created on this device, not by the server.
  if (problem.status === 507) {
    return t`The browser is out of storage or blocks it for this site.`;
  }
  const message = i18n._(MESSAGES[problem.code] ?? FAILED);
  if (problem.code === 'PLAN_LIMIT_REACHED') return explainLimit(problem) ?? message;
  if (problem.code === 'CONFLICT' && problem.errors?.[0]?.path === 'key') {
    return t`Another project uses this key.`;
  }
  const first = problem.errors?.[0];
  if (problem.code === 'NOT_FOUND' && first?.message === `must be ${MEMBER_WITH_ACCESS}`)
    return t`Someone you chose can’t see this task. Give them access first.`;
  if (problem.code === 'INVALID_REQUEST' && first !== undefined) {
    // The path of a custom field contains its id. The detail contains its name.
    const isOfField = /(?:^|\.)custom\./.test(first.path);
    return isOfField ? `${message} ${problem.detail}` : `${message} (${first.path}: ${first.message})`;
  }
  // Only the server's message lists the blocking items.
  return problem.code === 'INVALID_STATE' ? `${message} ${problem.detail}`.trim() : message;
}

/**
 * Returns the message for PLAN_LIMIT_REACHED: either the limit is reached, or the items being added would exceed it. Returns null without
 * figures or for an unknown limit.
 */
function explainLimit({ limit, max, used = max, plan: paid }: Problem): string | null {
  if (max === undefined || used === undefined) return null;
  const plan = paid === 'pro' ? t`Pro` : t`Trial`;
  const isFull = used >= max;
  if (limit === 'storage') {
    const room = formatMegabytes(max);
    const inUse = formatMegabytes(used);
    return isFull
      ? t`You’ve used all ${room} for files on ${plan}.`
      : t`You’ve used ${inUse} of ${room} for files on ${plan}.`;
  }
  const inUse = formatNumber(used);
  if (limit === 'projects')
    return isFull
      ? plural(max, {
          one: `You’ve used your # project on ${plan}.`,
          other: `You’ve used all # projects on ${plan}.`,
        })
      : plural(max, {
          one: `You’ve used ${inUse} of # project on ${plan}.`,
          other: `You’ve used ${inUse} of # projects on ${plan}.`,
        });
  if (limit === 'documents')
    return isFull
      ? plural(max, {
          one: `You’ve used your # document on ${plan}.`,
          other: `You’ve used all # documents on ${plan}.`,
        })
      : plural(max, {
          one: `You’ve used ${inUse} of # document on ${plan}.`,
          other: `You’ve used ${inUse} of # documents on ${plan}.`,
        });
  if (limit === 'tasks')
    return isFull
      ? plural(max, {
          one: `You’ve used your # task on ${plan}.`,
          other: `You’ve used all # tasks on ${plan}.`,
        })
      : plural(max, {
          one: `You’ve used ${inUse} of # task on ${plan}.`,
          other: `You’ve used ${inUse} of # tasks on ${plan}.`,
        });
  if (limit === 'collaborators')
    return isFull
      ? plural(max, {
          one: `You’ve used your # collaborator on ${plan}.`,
          other: `You’ve used all # collaborators on ${plan}.`,
        })
      : plural(max, {
          one: `You’ve used ${inUse} of # collaborator on ${plan}.`,
          other: `You’ve used ${inUse} of # collaborators on ${plan}.`,
        });
  return null;
}

function formatMegabytes(bytes: number): string {
  const megabytes = Math.ceil(bytes / 1024 ** 2);
  return formatNumber(megabytes, { style: 'unit', unit: 'megabyte', unitDisplay: 'short' });
}
