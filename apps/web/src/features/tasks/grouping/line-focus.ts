import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFocusInside } from '#ui/keyboard/focus-inside.ts';
import { keyOfLine, type Line } from './list-lines.ts';

interface LineFocus {
  lines: readonly Line[];
  /** Index of the line in the tab order (roving tabindex). */
  line: number;
  container: RefObject<HTMLElement | null>;
  /** Called when the line of the current task has moved or another task has replaced it. `to` is -1 if no task is left. */
  onMoved: (to: number, isSameTask: boolean) => void;
  /** Focuses that line, because the former one had focus. */
  onFocusLost: (to: number) => void;
}

/** Keeps focus in a list while its lines change. Focus follows the task. If the task is removed, the next task gets focus. */
export function useLineFocus({ lines, line, container, onMoved, onFocusLost }: LineFocus): void {
  const { t } = useLingui();
  const store = useTeamStore();
  const snapshot = useRef<FocusSnapshot | null>(null);
  const isInside = useFocusInside(container);
  useLayoutEffect(() => {
    const former = snapshot.current;
    snapshot.current = { lines, line, ...read(lines[line]) };
    // Continue only if the lines have changed and the current line has kept its index.
    if (former === null || former.line !== line || former.lines === lines) return;
    if (former.key === undefined || former.key === snapshot.current.key) return;
    const same = lines.findIndex((one) => keyOfLine(one) === former.key);
    const moved = same !== -1 ? same : lines.findIndex((one) => one.kind === 'task' && one.id === former.id);
    const to = moved !== -1 ? moved : findNear(lines, former);
    snapshot.current = { lines, line: to, ...read(lines[to]) };
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    onMoved(to, moved !== -1);
    if (!isInside.current || !isLost) return;
    onFocusLost(to);
    const { id } = snapshot.current;
    const title = id === null ? undefined : store.row('task', id)?.title;
    // Announce the new task after the action itself.
    if (moved === -1 && title !== undefined) requestAnimationFrame(() => announce(t`Now on ${title}`));
  });
}

interface FocusSnapshot {
  lines: readonly Line[];
  line: number;
  key: string | undefined;
  id: string | null;
}

function read(line: Line | undefined): { key: string | undefined; id: string | null } {
  return {
    key: line === undefined ? undefined : keyOfLine(line),
    id: line?.kind === 'task' ? line.id : null,
  };
}

/**
 * Returns the index of the next task in the former order that still exists, otherwise of the previous task. Returns -1 if there is none.
 */
function findNear(lines: readonly Line[], { lines: before, line }: FocusSnapshot): number {
  const indexes = new Map(lines.map((one, at) => [keyOfLine(one), at]));
  const isLeft = (one: Line): boolean => one.kind === 'task' && indexes.has(keyOfLine(one));
  const next = before.findIndex((one, at) => at >= line && isLeft(one));
  const near = next === -1 ? before.findLast((one, at) => at < line && isLeft(one)) : before[next];
  return near === undefined ? -1 : (indexes.get(keyOfLine(near)) ?? -1);
}
