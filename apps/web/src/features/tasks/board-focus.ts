import { useSelected, createState } from '#platform/state.ts';

/** Frames to wait for a card that was scrolled to; it is drawn in the first or second. */
const TRIES = 6;

/** Which card has the focus, over columns that draw only part of their cards. */
export interface BoardFocus {
  register: (statusId: string, scrollTo: (index: number) => void) => () => void;
  /** The card of a column that Tab reaches: the last focused one, else the first. */
  useTabStop: (ids: readonly string[]) => string | undefined;
  note: (taskId: string) => void;
  /** Scrolls a card into view and focuses it. */
  show: (statusId: string, index: number, taskId: string) => void;
}

export function createBoardFocus(): BoardFocus {
  const state = createState<{ taskId: string | null }>({ taskId: null });
  const columns = new Map<string, (index: number) => void>();

  function focusWhenDrawn(taskId: string, tries: number): void {
    const card = document.querySelector<HTMLElement>(`[data-task-id="${CSS.escape(taskId)}"]`);
    if (card !== null) {
      card.focus();
      card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(taskId, tries - 1));
  }

  return {
    register(statusId, scrollTo) {
      columns.set(statusId, scrollTo);
      return () => columns.delete(statusId);
    },
    useTabStop: (ids) =>
      useSelected(state, ({ taskId }) => (taskId !== null && ids.includes(taskId) ? taskId : ids[0])),
    note: (taskId) => state.set({ taskId }),
    show(statusId, index, taskId) {
      columns.get(statusId)?.(index);
      requestAnimationFrame(() => focusWhenDrawn(taskId, TRIES));
    },
  };
}
