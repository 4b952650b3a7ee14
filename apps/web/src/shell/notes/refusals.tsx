import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { useRefusals, useTeamStore, type Refusal } from '#platform/sync/index.ts';
import { loadChunk } from '#ui/lazy/load-chunk.ts';
import { copyUnsaved } from '#shell/actions/shell.actions.ts';

// Lazy-loaded because it is rarely needed. Cached by the service worker for use without a network.
const load = () => loadChunk(() => import('./show-refusals.ts'));

/**
 * Reports each rejected change once in a red toast. The entered text stays available through a command until it is copied because toasts do
 * not follow users to other screens.
 */
export function Refusals({ openTask }: { openTask: (taskId: string) => void }) {
  const store = useTeamStore();
  const router = useRouter();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { task } = useSearch({ from: '/dashboard' });
  const refusals = useRefusals();
  const known = useRef(new Set<string>());

  const report = useEffectEvent(async (fresh: readonly Refusal[]) => {
    const { showRefusals } = await load();
    await whenSeen();
    await showRefusals(fresh, { store, router, openTask });
  });
  useEffect(() => {
    const fresh = refusals.filter(({ mutation }) => !known.current.has(mutation.mutationId));
    for (const { mutation } of fresh) known.current.add(mutation.mutationId);
    if (fresh.length > 0) void report(fresh);
  }, [refusals]);
  useEffect(() => {
    if (known.current.size > 0) void load().then(({ leaveRefusals }) => leaveRefusals(path, task));
  }, [path, task]);

  const hasTexts = refusals.some(({ mutation }) => mutation.text !== undefined && mutation.text !== '');
  useAction(
    copyUnsaved,
    () => void load().then(({ copyTexts }) => copyTexts(store, store.refusals)),
    hasTexts,
  );
  return null;
}

/** Resolves once this window is visible. */
function whenSeen(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'visible') return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}
