import { useSelected, createState, type State } from '#platform/client-state/state.ts';

/** Maximum number of frames to wait for a card after scrolling to it. Cards are usually mounted within two frames. */
const TRIES = 6;

interface CardPosition {
  taskId: string;
  slot: string;
}

interface Present {
  taskId: string | null;
  slot: string | null;
  /** The card that is about to be focused. The previous column keeps focus until this card is mounted. */
  pending: CardPosition | null;
  dragged: string | null;
}

/** Tracks the focused card across virtualized columns. */
export interface BoardFocus {
  state: State<Present>;
  register: (slot: string, scrollTo: (index: number) => void) => () => void;
  /** Records that focus is in this column and, if given, on this card. */
  note: (slot: string, taskId?: string) => void;
  /** Records the column of the dragged card, or null if no card is dragged. */
  noteDragged: (slot: string | null) => void;
  /** Scrolls a card into view and focuses it, immediately if it is already mounted. */
  show: (slot: string, index: number, taskId: string) => void;
  /** The card with a pending focus, if any. Keys apply to it because they may arrive faster than frames. */
  readAim: () => CardPosition | null;
}

/** Returns the roving tab stop of a column: the last focused card, or the first one. */
export function useTabStop({ state }: BoardFocus, ids: readonly string[]): string | undefined {
  return useSelected(state, ({ taskId }) => (taskId !== null && ids.includes(taskId) ? taskId : ids[0]));
}

/**
 * Whether a column has to mount its cards even if it is far from the viewport: it has, had or is about to get focus, or one of its
 * cards is being dragged.
 */
export function useIsWanted({ state }: BoardFocus, slot: string): boolean {
  return useSelected(state, (now) => [now.slot, now.pending?.slot, now.dragged].includes(slot));
}

export function createBoardFocus(): BoardFocus {
  const state = createState<Present>({ taskId: null, slot: null, pending: null, dragged: null });
  const columns = new Map<string, (index: number) => void>();
  let latest: CardPosition | null = null;
  /** Index to scroll to once a column has mounted its cards, by column. */
  const waiting = new Map<string, number>();

  function focusDrawn({ slot, taskId }: CardPosition): boolean {
    const column = `[data-slot="${CSS.escape(slot)}"]`;
    const card = document.querySelector<HTMLElement>(`${column} [data-task-id="${CSS.escape(taskId)}"]`);
    if (card === null) return false;
    // `note` runs on focus, but focusing the active element again fires no event.
    if (card === document.activeElement) state.set({ pending: null });
    else card.focus();
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return true;
  }

  /** Focuses a card once it is mounted. Gives up if the user has moved focus or another card was requested. */
  function focusInFrame(aim: CardPosition, from: Element | null, tries: number): void {
    requestAnimationFrame(() => {
      if (latest !== aim) return;
      const now = document.activeElement;
      const hasMoved = now !== from && now !== document.body && now !== null;
      if (!hasMoved && focusDrawn(aim)) return;
      if (!hasMoved && tries > 0) focusInFrame(aim, now, tries - 1);
      else state.set({ pending: null });
    });
  }

  return {
    state,
    register(slot, scrollTo) {
      columns.set(slot, scrollTo);
      const index = waiting.get(slot);
      waiting.delete(slot);
      if (index !== undefined) scrollTo(index);
      return () => columns.delete(slot);
    },
    note: (slot, taskId) => state.set({ slot, pending: null, ...(taskId === undefined ? {} : { taskId }) }),
    noteDragged: (dragged) => state.set({ dragged }),
    show(slot, index, taskId) {
      const scrollTo = columns.get(slot);
      if (scrollTo === undefined) {
        waiting.clear();
        waiting.set(slot, index);
      } else scrollTo(index);
      const aim = { slot, taskId };
      latest = aim;
      state.set({ pending: aim });
      focusDrawn(aim);
      // Retry in the next frame: a moved card is remounted and loses focus.
      focusInFrame(aim, document.activeElement, TRIES);
    },
    readAim: () => state.get().pending,
  };
}
