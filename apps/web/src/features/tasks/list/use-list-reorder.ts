import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useFormats } from '#ui/format/formats.ts';
import { findSectionStarts, taskIdOf, type Line } from '#features/tasks/grouping/list-lines.ts';

/** Moves a task to an index among the other tasks of its heading. */
export type Reorder = (taskId: string, others: readonly string[], index: number) => void;

interface ListReorder {
  /** Returns the id of the first task under the heading of a line: tasks move only within their section. */
  sectionOf: (line: number) => string;
  /** Places a task before (0) or after (1) the task of a line. */
  placeAt: (taskId: string, line: number, side: 0 | 1) => void;
  /** Moves the task of a line by one. */
  step: (line: number, step: 1 | -1) => void;
}

export function useListReorder(lines: readonly Line[], onReorder: Reorder | undefined): ListReorder {
  const { t } = useLingui();
  const formats = useFormats();
  const starts = useMemo(() => findSectionStarts(lines), [lines]);

  /** Returns the tasks under the same heading as a line and the index of the line among them. */
  function findSection(at: number): { ids: string[]; index: number } {
    const from = starts[at] ?? at;
    const ids: string[] = [];
    for (let to = from, line = lines[to]; line?.kind === 'task'; line = lines[(to += 1)]) ids.push(line.id);
    return { ids, index: at - from };
  }
  function placeAt(taskId: string, at: number, side: 0 | 1): void {
    const { ids, index } = findSection(at);
    const others = ids.filter((id) => id !== taskId);
    const target = ids[index];
    const to = target === taskId || target === undefined ? index : others.indexOf(target) + side;
    if (to < 0 || to > others.length) return;
    onReorder?.(taskId, others, to);
    const [place, total] = [formats.number(to + 1), formats.number(ids.length)];
    announce(t`Moved to place ${place} of ${total}`);
  }
  return {
    sectionOf: (at) => taskIdOf(lines[starts[at] ?? at]) ?? '',
    placeAt,
    step(at, step) {
      const { ids, index } = findSection(at);
      const moved = ids[index];
      if (moved !== undefined && index + step in ids) placeAt(moved, at + step, step === 1 ? 1 : 0);
    },
  };
}
