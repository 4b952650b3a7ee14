import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

/** History index from which the panel was opened. Null if the page was loaded with the panel open. */
let openedFrom: number | null = null;

interface PersonPanelLinks {
  open: (userId: string) => void;
  close: () => void;
  hrefOf: (userId: string) => string;
}

/**
 * Opens and closes the panel of a member over the member list through the URL. Back closes the panel, and closing leaves no history entry.
 */
export function usePersonPanel(): PersonPanelLinks {
  const router = useRouter();
  return useMemo(() => {
    const readIndex = (): number => router.history.location.state.__TSR_index;
    return {
      open(userId) {
        const { person: shown } = router.state.location.search as { person?: string };
        if (shown === undefined) openedFrom = readIndex();
        void router.navigate({
          to: '/dashboard/members',
          search: { person: userId },
          replace: shown !== undefined,
          resetScroll: false,
        });
      },
      close() {
        if (openedFrom !== null && readIndex() === openedFrom + 1) router.history.back();
        else
          void router.navigate({ to: '/dashboard/members', search: {}, replace: true, resetScroll: false });
        openedFrom = null;
      },
      hrefOf: (userId) => `/dashboard/members?person=${encodeURIComponent(userId)}`,
    };
  }, [router]);
}
