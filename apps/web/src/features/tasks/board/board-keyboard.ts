import type { KeyboardEvent } from 'react';
import {
  findCardPosition,
  findInNextLane,
  findNeighbour,
  findStep,
  type BoardColumnIds,
  type CardPosition,
  type Direction,
} from '#features/tasks/card-moves/card-positions.ts';
import { listDragged } from '#features/tasks/card-moves/dragged-tasks.ts';

interface BoardCard {
  taskId: string;
  slot: string;
}

interface BoardKeys {
  /** The card with a pending focus. Without one, keys apply to their target. */
  aim: BoardCard | null;
  /** Returns the tasks of each lane by column. A board without swimlanes is a single lane. */
  readLanes: () => readonly (readonly BoardColumnIds[])[];
  canEdit: boolean;
  onGo: (from: string, to: CardPosition & { taskId: string }, isExtending: boolean) => void;
  onMove: (taskId: string, from: string, to: CardPosition | null) => void;
  onMoveRequest: (card: BoardCard) => void;
  onOpen: (taskId: string) => void;
}

const ARROWS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  k: 'up',
  j: 'down',
};

/**
 * Maps an arrow key, J or K to a direction. In right-to-left languages, the first column is on the right, so left and right are swapped.
 */
function readDirection(key: string): Direction | undefined {
  const direction = ARROWS[key];
  if (document.documentElement.dir !== 'rtl') return direction;
  return direction === 'left' ? 'right' : direction === 'right' ? 'left' : direction;
}

/** Returns the card that is the target of an event, with its column. */
export function readCard(target: EventTarget): BoardCard | null {
  const card = target instanceof HTMLElement ? target : null;
  const taskId = card?.dataset['taskId'];
  const slot = card?.closest<HTMLElement>('[data-slot]')?.dataset['slot'];
  return taskId === undefined || slot === undefined ? null : { taskId, slot };
}

/** Handles keyboard navigation from card to card. Every drag operation has a keyboard equivalent: Alt with an arrow key, and M. */
export function handleBoardKeys(event: KeyboardEvent, keys: BoardKeys): void {
  const card = keys.aim ?? readCard(event.target);
  if (card === null || event.metaKey || event.ctrlKey) return;
  const direction = readDirection(event.key);
  const isM = event.key.toLowerCase() === 'm' && !event.altKey && !event.shiftKey;
  if (direction !== undefined) go(event, card, direction, keys);
  else if (event.key === ' ') keys.onOpen(card.taskId);
  else if (isM && keys.canEdit) keys.onMoveRequest(card);
  else return;
  event.preventDefault();
}

function go(event: KeyboardEvent, { taskId, slot }: BoardCard, direction: Direction, keys: BoardKeys): void {
  const lanes = keys.readLanes();
  const lane = lanes.find((columns) => columns.some((column) => column.slot === slot)) ?? [];
  const position = findCardPosition(lane, taskId, slot);
  if (position === null) return;
  if (event.altKey && keys.canEdit) {
    keys.onMove(taskId, slot, findStep(lane, position, direction, listDragged(taskId)));
    return;
  }
  const next = findNeighbour(lane, position, direction) ?? findInNextLane(lanes, slot, direction);
  if (next !== null) keys.onGo(taskId, next, event.shiftKey);
}
