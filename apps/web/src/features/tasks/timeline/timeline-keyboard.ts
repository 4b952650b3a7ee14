import { addDays } from '@hearth/contracts/core/days';
import type { KeyboardEvent } from 'react';
import { shiftSpan, stretchSpan, type Span } from '#features/tasks/model/task-span.ts';

interface TimelineKeys {
  /** Index of the focused line, and indexes of all task lines. */
  line: number;
  taskLines: readonly number[];
  goTo: (line: number) => void;
  onStep: (count: number) => void;
  /** Moves or resizes a dated task. */
  onChange: (taskId: string, change: (span: Span) => Span) => void;
  onMoveRequest: (taskId: string) => void;
  onOpen: (taskId: string) => void;
}

/** Number of rows that Page Up and Page Down move by. */
const PAGE = 10;
/** Share of the viewport that an arrow key scrolls by. */
const ARROW_STEP = 0.2;

/** Handles keyboard navigation between the tasks of a timeline. */
export function handleTimelineKeys(event: KeyboardEvent, keys: TimelineKeys): void {
  const { target } = event;
  const id = target instanceof HTMLElement ? target.dataset['taskId'] : undefined;
  if (id === undefined || event.ctrlKey || event.metaKey) return;
  const isTaken = event.altKey ? change(event, id, keys) : !event.shiftKey && go(event, id, keys);
  if (!isTaken) return;
  event.preventDefault();
  event.stopPropagation();
}

function readAhead({ key, currentTarget }: KeyboardEvent): number {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
  return getComputedStyle(currentTarget).direction === 'rtl' ? -step : step;
}

function change(event: KeyboardEvent, id: string, { onChange }: TimelineKeys): boolean {
  const days = readAhead(event);
  if (days === 0) return false;
  const isEnd = event.shiftKey;
  onChange(id, (span) => (isEnd ? stretchSpan(span, 'to', addDays(span.to, days)) : shiftSpan(span, days)));
  return true;
}

function go(event: KeyboardEvent, id: string, keys: TimelineKeys): boolean {
  const { taskLines, line, goTo } = keys;
  const at = taskLines.indexOf(line);
  const pass = (count: number): boolean => {
    const to = taskLines[Math.min(Math.max(at + count, 0), taskLines.length - 1)];
    if (to !== undefined) goTo(to);
    return true;
  };
  switch (event.key) {
    case 'ArrowDown':
    case 'j':
      return pass(1);
    case 'ArrowUp':
    case 'k':
      return pass(-1);
    case 'PageDown':
      return pass(PAGE);
    case 'PageUp':
      return pass(-PAGE);
    case 'Home':
      return pass(-taskLines.length);
    case 'End':
      return pass(taskLines.length);
    case 'ArrowLeft':
    case 'ArrowRight':
      keys.onStep(readAhead(event) * ARROW_STEP);
      return true;
    case 'm':
      keys.onMoveRequest(id);
      return true;
    case ' ':
      keys.onOpen(id);
      return true;
    default:
      return false;
  }
}
