import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

/** History index from which the panel was opened. Null if the page was loaded with the panel open. */
let openedFrom: number | null = null;

interface TaskPanelLinks {
  /** Opens the panel. If `commentId` is given, scrolls to that comment. */
  open: (taskId: string, commentId?: string) => void;
  close: () => void;
  /** The URL that opens the panel over the current screen. */
  hrefOf: (taskId: string, commentId?: string) => string;
  /** Toggles the panel between full page and side panel. */
  toggleFull: () => void;
}

/** Placeholder for the task id in a URL that is built once for all tasks. */
const ANY_TASK = 'any-task';

/** Memoized for all cards of a screen: building the URL took a tenth of a card's render time. */
function createHrefs(router: Pick<AnyRouter, 'state' | 'options'>): TaskPanelLinks['hrefOf'] {
  let printed: { location: object; before: string; after: string } | undefined;
  return (taskId, commentId) => {
    const { location } = router.state;
    if (printed?.location !== location) {
      const search = router.options.stringifySearch({
        ...location.search,
        task: ANY_TASK,
        comment: undefined,
      });
      const [before = '', after = ''] = `${location.pathname}${search}`.split(ANY_TASK);
      printed = { location, before, after };
    }
    const href = printed.before + taskId + printed.after;
    return commentId === undefined ? href : `${href}&comment=${encodeURIComponent(commentId)}`;
  };
}

/** Opens and closes the panel through the URL. Back closes the panel, and closing leaves no history entry. */
export function useTaskPanel(): TaskPanelLinks {
  const router = useRouter();
  return useMemo(() => {
    const readIndex = (): number => router.history.location.state.__TSR_index;
    return {
      open(taskId, commentId) {
        const { task: shown } = router.state.location.search as { task?: string };
        if (shown === undefined) openedFrom = readIndex();
        void router.navigate({
          to: '.',
          search: (search) => ({ ...search, task: taskId, comment: commentId }),
          replace: shown !== undefined,
          resetScroll: false,
        });
      },
      close() {
        if (openedFrom !== null && readIndex() === openedFrom + 1) router.history.back();
        else {
          void router.navigate({
            to: '.',
            search: (search) => ({ ...search, task: undefined, comment: undefined, full: undefined }),
            replace: true,
            resetScroll: false,
          });
        }
        openedFrom = null;
      },
      toggleFull() {
        // Replaces the history entry. Back then leads from the full page to the screen from which the task was opened.
        void router.navigate({
          to: '.',
          search: (search) => ({ ...search, full: search.full === true ? undefined : true }),
          replace: true,
          resetScroll: false,
        });
      },
      hrefOf: createHrefs(router),
    };
  }, [router]);
}
