import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { HocuspocusProvider } from '@hocuspocus/provider';
import { readUserId } from './carets.ts';

interface PersonHere {
  id: string;
  /** The user's Yjs client id. */
  client: number;
}

/** Returns the other users who have the document open, without duplicates. */
export function useDocumentPeople(provider: HocuspocusProvider, userId: string): readonly PersonHere[] {
  const subscribe = useMemo(
    () => (listener: () => void) => {
      provider.awareness?.on('change', listener);
      return () => provider.awareness?.off('change', listener);
    },
    [provider],
  );
  const read = (): string => {
    const states = [...(provider.awareness?.getStates() ?? [])];
    const others = states.flatMap(([client, state]): PersonHere[] => {
      const id = readUserId(state['user']);
      return id === null || id === userId ? [] : [{ id, client }];
    });
    return JSON.stringify([...new Map(others.map((user) => [user.id, user])).values()]);
  };
  const people = useSyncExternalStore(subscribe, read);
  return useMemo(() => JSON.parse(people) as PersonHere[], [people]);
}

/** Keeps a user's caret in view until the viewer scrolls or presses a key. */
export function useFollowing(
  root: HTMLElement,
  provider: HocuspocusProvider,
  client: number | null,
  onEnd: () => void,
): void {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (client === null) return undefined;
    const show = (): void => {
      // Wait until the editor has rendered the new position.
      requestAnimationFrame(() => {
        const caret = root.querySelector(`[data-caret="${client}"]`);
        if (caret === null) return;
        const { top, bottom } = caret.getBoundingClientRect();
        if (top < innerHeight * 0.15 || bottom > innerHeight * 0.85)
          caret.scrollIntoView({ block: 'center', behavior: 'smooth' });
      });
    };
    show();
    const stop = (): void => end.current();
    provider.awareness?.on('change', show);
    for (const event of ['wheel', 'touchmove', 'keydown'] as const)
      window.addEventListener(event, stop, { passive: true });
    return () => {
      provider.awareness?.off('change', show);
      for (const event of ['wheel', 'touchmove', 'keydown'] as const) window.removeEventListener(event, stop);
    };
  }, [root, provider, client]);
}
