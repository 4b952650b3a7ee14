import type { z } from 'zod';
import type { Task, triage } from '@hearth/contracts/tasks/tasks';
import type { Command } from '#platform/commands/index.ts';
import { invalidField } from '#platform/errors.ts';

interface TriageFacts {
  /** Of the project that the task is in from now on. */
  hasTriage: boolean;
  /** Does it come into that project? */
  isComing: boolean;
  /** Does it get another status, or another project? */
  isElsewhere: boolean;
  isByGuest: boolean;
  isClosed: boolean;
  /** Where the body says it. */
  path?: string | undefined;
}

/**
 * Whether a task waits in triage after a change. What a guest brings into a project with triage does; what gets another
 * status or project is thereby taken in, unless it is said otherwise.
 * @throws AppError VALIDATION_FAILED where it cannot wait
 */
export function chooseTriage(
  { now }: Command,
  locked: Pick<Task, 'triage'> | null,
  asked: z.output<typeof triage> | null | undefined,
  { hasTriage, isComing, isElsewhere, isByGuest, isClosed, path = 'triage' }: TriageFacts,
): Task['triage'] {
  const former = locked?.triage ?? null;
  const present = now.toISOString();
  if (asked === undefined || asked === null) {
    if (isByGuest && isComing && hasTriage && !isClosed) return { since: present, until: null };
    return asked === null || isElsewhere ? null : former;
  }
  const { since = former?.since ?? present, until = former?.until ?? null } = asked;
  if (!hasTriage) throw invalidField(path, 'can’t be set: this project has no triage');
  if (isClosed) throw invalidField(path, 'can’t be set on a closed task');
  return { since: since < present ? since : present, until };
}
