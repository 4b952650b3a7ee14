import { useSelected, createState, type State } from '#platform/client-state/state.ts';

/** Frames to wait for a card after scrolling to it; it is mounted in the first or second. */
const TRIES = 6;

interface CardPlace {
  taskId: string;
  slot: string;
}

interface Present {
  taskId: string | null;
  slot: string | null;
  /** The pending focus; until that card is mounted, the column it comes from keeps the focus. */
  coming: CardPlace | null;
  dragged: string | null;
}

/** Which card has the focus, across virtualized columns. */
export interface BoardFocus {
  state: State<Present>;
  register: (slot: string, scrollTo: (index: number) => void) => () => void;
  /** The focus is in this column, and on this card of it. */
  note: (slot: string, taskId?: string) => void;
  /** A card of this column is dragged; null: none is. */
  noteDragged: (slot: string | null) => void;
  /** Scrolls a card into view and focuses it: at once where it is mounted. */
  show: (slot: string, index: number, taskId: string) => void;
  /** The card that keys act on: that of the pending focus, since keys may come faster than frames. */
  readAim: () => CardPlace | null;
}

/** Roving tabindex of a column: the last focused card, else the first. */
export function useTabStop({ state }: BoardFocus, ids: readonly string[]): string | undefined {
  return useSelected(state, ({ taskId }) => (taskId !== null && ids.includes(taskId) ? taskId : ids[0]));
}

/**
 * Whether a column mounts its cards wherever it is: it has, had or is about to get the focus, or a card of it is being
 * dragged.
 */
export function useIsWanted({ state }: BoardFocus, slot: string): boolean {
  return useSelected(state, (now) => [now.slot, now.coming?.slot, now.dragged].includes(slot));
}

export function createBoardFocus(): BoardFocus {
  const state = createState<Present>({ taskId: null, slot: null, coming: null, dragged: null });
  const columns = new Map<string, (index: number) => void>();
  let latest: CardPlace | null = null;
  /** Pending scroll index of columns that have not mounted anything yet. */
  const waiting = new Map<string, number>();

  function focusDrawn({ slot, taskId }: CardPlace): boolean {
    const column = `[data-slot="${CSS.escape(slot)}"]`;
    const card = document.querySelector<HTMLElement>(`${column} [data-task-id="${CSS.escape(taskId)}"]`);
    if (card === null) return false;
    // `note` runs on focus; a card that is already focused fires no focus event.
    if (card === document.activeElement) state.set({ coming: null });
    else card.focus();
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return true;
  }

  /** Cancelled if the user has moved the focus by then, or another card was requested. */
  function focusInFrame(aim: CardPlace, from: Element | null, tries: number): void {
    requestAnimationFrame(() => {
      if (latest !== aim) return;
      const now = document.activeElement;
      const hasGone = now !== from && now !== document.body && now !== null;
      if (!hasGone && focusDrawn(aim)) return;
      if (!hasGone && tries > 0) focusInFrame(aim, now, tries - 1);
      else state.set({ coming: null });
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
    note: (slot, taskId) => state.set({ slot, coming: null, ...(taskId === undefined ? {} : { taskId }) }),
    noteDragged: (dragged) => state.set({ dragged }),
    show(slot, index, taskId) {
      const scrollTo = columns.get(slot);
      if (scrollTo === undefined) {
        waiting.clear();
        waiting.set(slot, index);
      } else scrollTo(index);
      const aim = { slot, taskId };
      latest = aim;
      state.set({ coming: aim });
      focusDrawn(aim);
      // Retry: a card that moves is remounted and thereby loses the focus.
      focusInFrame(aim, document.activeElement, TRIES);
    },
    readAim: () => state.get().coming,
  };
}
