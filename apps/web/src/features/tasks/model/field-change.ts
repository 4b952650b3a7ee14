import type { PastChange } from '@hearth/contracts/tasks/tasks';
import type { SyncRows } from '@hearth/contracts/sync';
import type { ReactNode } from 'react';
import type { Person } from '#ui/format/person.ts';
import type { StatusLook } from './task-field-labels.ts';

/** Current names for the ids in a history. */
export interface KnownNames {
  statuses: readonly StatusLook[];
  projects: readonly { id: string; name: string; hasTriage: boolean }[];
  labels: readonly { id: string; name: string }[];
  types: readonly { id: string; name: string }[];
  milestones: readonly { id: string; projectId: string; name: string }[];
  fields: readonly SyncRows['field'][];
  cycles: readonly SyncRows['cycle'][];
  people: readonly Person[];
  tasks: (id: string) => { title: string } | undefined;
}

/** Props of the components that describe a change to one field as a sentence. */
export interface ChangeProps {
  /** The author's name, formatted for the sentence. */
  name: ReactNode;
  old: unknown;
  now: unknown;
  /** Formats a value within the sentence. */
  mark: (text: string) => ReactNode;
  change: PastChange;
  known: KnownNames;
}

/** Sentences for a change to a value that may be empty. */
interface ValueSentences {
  set: (after: ReactNode) => ReactNode;
  changed: (before: ReactNode, after: ReactNode) => ReactNode;
  removed: (before: ReactNode) => ReactNode;
}

/** Returns the sentence for a change to a value that may be empty (null). */
export function describeValueChange(
  before: ReactNode,
  after: ReactNode,
  { set, changed, removed }: ValueSentences,
): ReactNode {
  if (after === null) return removed(before);
  return before === null ? set(after) : changed(before, after);
}

/** Returns the title of a task in a history entry. If the task is trashed or not loaded, returns the title stored with the change. */
export function findTaskTitle(
  { change, known }: Pick<ChangeProps, 'change' | 'known'>,
  id: unknown,
): string | undefined {
  return known.tasks(String(id))?.title ?? change.titles?.[String(id)];
}

/** Returns the ids that were added to and removed from a list. */
export function diffIds(old: unknown, now: unknown): { added: string[]; removed: string[] } {
  const [before, after] = [toIds(old), toIds(now)];
  return {
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
  };
}

function toIds(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
