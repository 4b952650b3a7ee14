import type { z } from 'zod';
import type { Task, triage } from '@hearth/contracts/tasks/tasks';
import type { Command } from '#platform/commands/index.ts';
import { invalidField } from '#platform/errors.ts';

interface TriageFacts {
  /** Whether the new project of the task has triage. */
  hasTriage: boolean;
  /** Whether the task is being added to the project. */
  isComing: boolean;
  /** Whether its status or project changes. */
  isElsewhere: boolean;
  isByGuest: boolean;
  isClosed: boolean;
  /** The path of the field in the request body. */
  path?: string | undefined;
}

/**
 * Chooses the triage state of a task after a change. Open tasks that a guest adds to a project with triage go to triage. Changing the
 * status or project of a task accepts it, unless the request specifies otherwise.
 * @throws AppError INVALID_REQUEST if the task can't be in triage
 */
export function chooseTriage(
  { now }: Command,
  locked: Pick<Task, 'triage'> | null,
  requested: z.output<typeof triage> | null | undefined,
  { hasTriage, isComing, isElsewhere, isByGuest, isClosed, path = 'triage' }: TriageFacts,
): Task['triage'] {
  const former = locked?.triage ?? null;
  const present = now.toISOString();
  if (requested === undefined || requested === null) {
    if (isByGuest && isComing && hasTriage && !isClosed) return { since: present, until: null };
    return requested === null || isElsewhere ? null : former;
  }
  const { since = former?.since ?? present, until = former?.until ?? null } = requested;
  if (!hasTriage) throw invalidField(path, 'can’t be set: this project has no triage');
  if (isClosed) throw invalidField(path, 'can’t be set on a closed task');
  return { since: since < present ? since : present, until };
}
