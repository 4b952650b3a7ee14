import type { SelectionHost } from '#features/tasks/model/selection.ts';
import type { TaskGroup } from './task-group.ts';

/** One line of a list. */
export type Line =
  | { kind: 'group'; group: TaskGroup; count: number; isFolded: boolean }
  | { kind: 'subGroup'; group: TaskGroup; subGroup: TaskGroup; count: number }
  | { kind: 'task'; id: string; slot: string }
  | { kind: 'older'; group: TaskGroup };

/** Heights of the lines of tasks, in pixels, for touch (coarse) and mouse (fine) input. */
export const LINE_PX = { coarse: 46, fine: 36 } as const;
const HEADING_PX = 40;

/** Returns the height of a line if it differs from that of a task. */
export function headingHeightOf(line: Line): number | undefined {
  return line.kind === 'group' ? HEADING_PX : undefined;
}

interface Content {
  groups: readonly TaskGroup[];
  subGroups: readonly TaskGroup[];
  /** View names of each group's sub-groups, in order. `lists` contains their tasks. */
  slots: readonly string[];
  lists: readonly (readonly string[])[];
  /** Keys of the groups that may have finished tasks outside the working set. */
  withOlder: ReadonlySet<string>;
  isEmptyShown: boolean;
  /** Keys of the collapsed groups. */
  folded?: ReadonlySet<string> | undefined;
}

export function makeLines(content: Content): Line[] {
  const { groups, subGroups, slots, lists, withOlder, isEmptyShown, folded } = content;
  const lines: Line[] = [];
  const isDivided = subGroups.length > 1 || subGroups[0]?.key !== '';
  groups.forEach((group, at) => {
    const first = at * subGroups.length;
    const own = lists.slice(first, first + subGroups.length);
    // A task may be in several sub-groups of a group. Count it once.
    const count = isDivided ? new Set(own.flat()).size : (own[0]?.length ?? 0);
    const hasOlder = withOlder.has(group.key);
    if (count === 0 && !hasOlder && !isEmptyShown) return;
    // A single unnamed group contains all tasks and needs no heading.
    const isFolded = folded?.has(group.key) === true;
    if (group.name !== '') lines.push({ kind: 'group', group, count, isFolded });
    if (isFolded) return;
    subGroups.forEach((subGroup, index) => {
      const ids = own[index] ?? [];
      const slot = slots[first + index] ?? '';
      if (isDivided && ids.length > 0) lines.push({ kind: 'subGroup', group, subGroup, count: ids.length });
      for (const id of ids) lines.push({ kind: 'task', id, slot });
    });
    if (hasOlder) lines.push({ kind: 'older', group });
  });
  return lines;
}

/** Returns, for each task line, the index of the first task under the same heading. For any other line, returns its own index. */
export function findSectionStarts(lines: readonly Line[]): readonly number[] {
  let start = 0;
  return lines.map(({ kind }, at) => {
    if (kind !== 'task') start = at + 1;
    return kind === 'task' ? start : at;
  });
}

export function keyOfLine(line: Line): string {
  switch (line.kind) {
    case 'task':
      return `${line.slot} ${line.id}`;
    case 'subGroup':
      return `sub ${line.group.key} ${line.subGroup.key}`;
    default:
      return `${line.kind} ${line.group.key}`;
  }
}

export function taskIdOf(line: Line | undefined): string | undefined {
  return line?.kind === 'task' ? line.id : undefined;
}

/** Lets tasks be selected in the order of their lines. A task may have several lines. */
export function selectableLines(lines: readonly Line[], goTo: (line: number) => void): SelectionHost {
  return {
    order: () => [...new Set(lines.flatMap((line) => taskIdOf(line) ?? []))],
    focus(taskId) {
      const to = lines.findIndex((line) => taskIdOf(line) === taskId);
      if (to !== -1) goTo(to);
    },
  };
}
