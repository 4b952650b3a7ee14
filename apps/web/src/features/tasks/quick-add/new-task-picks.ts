import type { QuickToken, QuickValue } from '@hearth/contracts/quick-parser/quick-types';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';

/** The values picked for the fields of a new task. */
export type Picks = Omit<Partial<TaskFields>, 'title' | 'description'> & { newLabels: readonly string[] };

/** The kinds of title tokens that a picked field replaces. */
const KINDS: Readonly<Record<string, readonly QuickValue['kind'][]>> = {
  projectId: ['project'],
  priority: ['priority'],
  assigneeIds: ['person'],
  labelIds: ['label'],
  newLabels: ['label'],
  startDate: ['start', 'range', 'time'],
  // A recurring task is due on its first occurrence by default.
  dueDate: ['due', 'range', 'repeat', 'time'],
  estimate: ['estimate'],
  repeat: ['repeat'],
};

interface Shown {
  /** The resulting fields, from picked values and typed text. */
  fields: Partial<TaskFields>;
  newLabels: readonly string[];
}

/** Applies picked values. Returns all picks and the title tokens that they replace. */
export function pickOver(
  picks: Picks,
  { fields, newLabels }: Shown,
  change: Partial<Picks>,
  tokens: readonly QuickToken[],
): { picks: Picks; dropped: readonly QuickToken[] } {
  const kinds = new Set(Object.keys(change).flatMap((field) => KINDS[field] ?? []));
  const dropped = tokens.filter(({ values }) => values.some(({ kind }) => kinds.has(kind)));
  const isElsewhere = change.projectId !== undefined && change.projectId !== (fields.projectId ?? null);
  return {
    picks: {
      ...picks,
      ...pickBack(fields, kinds, newLabels),
      // The milestone and the cycle belong to the former project.
      ...(isElsewhere && { milestoneId: null, cycleId: null }),
      ...change,
    },
    dropped,
  };
}

/** Returns the title without the given tokens. */
export function dropPieces(title: string, pieces: readonly QuickToken[]): string {
  const left = pieces
    .toReversed()
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), title);
  return left.replaceAll(/\s+/g, ' ').trimStart();
}

/** Converts the unchanged values of replaced tokens to picks: the other date of a range, the day of a time, or the other labels. */
function pickBack(
  fields: Partial<TaskFields>,
  kinds: ReadonlySet<QuickValue['kind']>,
  newLabels: readonly string[],
): Partial<Picks> {
  const back: Partial<Picks> = {};
  if (kinds.has('range') || kinds.has('time')) {
    if (fields.startDate !== undefined) back.startDate = fields.startDate;
    if (fields.dueDate !== undefined) back.dueDate = fields.dueDate;
  }
  if (kinds.has('repeat') && fields.repeat !== undefined) back.repeat = fields.repeat;
  if (kinds.has('label')) {
    back.labelIds = fields.labelIds ?? [];
    back.newLabels = newLabels;
  }
  return back;
}
