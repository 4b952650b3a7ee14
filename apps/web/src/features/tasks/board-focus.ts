import { useSelected, createState } from '#platform/state.ts';

/** Frames to wait for a card that was scrolled to; it is drawn in the first or second. */
const TRIES = 6;

/** Which card has the focus, over columns that draw only part of their cards. */
export interface BoardFocus {
  register: (slot: string, scrollTo: (index: number) => void) => () => void;
  /** The card of a column that Tab reaches: the last focused one, else the first. */
  useTabStop: (ids: readonly string[]) => string | undefined;
  note: (taskId: string) => void;
  /** Scrolls a card into view and focuses it. */
  show: (slot: string, index: number, taskId: string) => void;
}

export function createBoardFocus(): BoardFocus {
  const state = createState<{ taskId: string | null }>({ taskId: null });
  const columns = new Map<string, (index: number) => void>();

  function focusWhenDrawn(slot: string, taskId: string, tries: number): void {
    const column = `[data-slot="${CSS.escape(slot)}"]`;
    const card = document.querySelector<HTMLElement>(`${column} [data-task-id="${CSS.escape(taskId)}"]`);
    if (card !== null) {
      card.focus();
      card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(slot, taskId, tries - 1));
  }

  return {
    register(slot, scrollTo) {
      columns.set(slot, scrollTo);
      return () => columns.delete(slot);
    },
    useTabStop: (ids) =>
      useSelected(state, ({ taskId }) => (taskId !== null && ids.includes(taskId) ? taskId : ids[0])),
    note: (taskId) => state.set({ taskId }),
    show(slot, index, taskId) {
      columns.get(slot)?.(index);
      requestAnimationFrame(() => focusWhenDrawn(slot, taskId, TRIES));
    },
  };
}
