import { DAY_MS } from '@hearth/contracts/core/days';
import { useMantineColorScheme } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { accountState } from '#platform/session/account.ts';
import { useAction } from '#platform/actions/actions.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { signOutEverywhere } from '#platform/session/sign-out.ts';
import { useSelected } from '#platform/client-state/state.ts';
import {
  loadRecipes,
  useCanUndo,
  useStepsAreComing,
  useTeamStore,
  type TeamStore,
} from '#platform/sync/index.ts';
import { switchTeam } from '#platform/session/teams.ts';
import { loadChunk, lazyComponent } from '#ui/lazy/load-chunk.ts';
import { holdTyping } from '#ui/lazy/type-ahead.ts';
import { hasCustomShortcuts } from '#ui/keyboard/shortcut-registry.ts';
import {
  createTeamAction,
  goDark,
  goLight,
  goSystem,
  openPalette,
  redo,
  viewPast,
  viewPresent,
  showShortcuts,
  signOutAction,
  undo,
} from '#shell/actions/shell.actions.ts';

const loadPalette = () => import('./command-palette.tsx');
const CommandPalette = lazyComponent(async () => (await loadPalette()).CommandPalette);
const loadTurns = () => loadChunk(() => import('#shell/undo/undo-toasts.ts'));
const ShortcutSheet = lazyComponent(
  async () => (await import('#shell/shortcuts/shortcut-sheet.tsx')).ShortcutSheet,
);

/** Registers the actions available on every screen. Shows the palette and the shortcut sheet. */
export function Commands({
  openTask,
  goToMoment,
}: {
  openTask: (taskId: string, commentId?: string) => void;
  /** Shows a historical snapshot at that timestamp. Null shows the present. */
  goToMoment: (at: string | null) => void;
}) {
  const router = useRouter();
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  const opener = useRef<Element | null>(null);
  function show(what: 'palette' | 'shortcuts'): void {
    opener.current = document.activeElement;
    setShown(what);
    if (what === 'palette') holdTyping();
  }

  function close(chosen?: () => void): void {
    setShown(null);
    // Wait until focus is restored: the chosen action may move it, as a dialog does.
    setTimeout(() => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      chosen?.();
    });
  }

  useOwnKeys();
  usePalettePrefetch();
  useShellActions(openTask);
  const isPast = useTeamStore().at !== null;
  // Starts one day ago. The bar on that screen leads to other times.
  useAction(viewPast, () => goToMoment(new Date(Date.now() - DAY_MS).toISOString()), !isPast);
  useAction(viewPresent, () => goToMoment(null), isPast);
  useAction(openPalette, () => show('palette'));
  useAction(showShortcuts, () => show('shortcuts'));

  return (
    <Suspense fallback={null}>
      {shown === 'palette' && (
        <CommandPalette
          onClose={close}
          navigation={{
            openTask,
            openDocument: (documentId, blockId) =>
              void router.navigate({
                to: '/dashboard/documents/$documentId',
                params: { documentId },
                search: {},
                ...(blockId === undefined ? {} : { hash: blockId }),
              }),
            showAll: (q) => void router.navigate({ to: '/dashboard/search', search: { q } }),
            openProject: (projectId) =>
              void router.navigate({
                to: '/dashboard/projects/$projectId',
                params: { projectId },
                search: {},
              }),
            openMember: () => void router.navigate({ to: '/dashboard/members', search: {} }),
            chooseTeam: (index) => {
              void switchTeam(index);
              void router.navigate({ to: '/dashboard', search: {} });
            },
          }}
        />
      )}
      {shown === 'shortcuts' && <ShortcutSheet onClose={() => close()} />}
    </Suspense>
  );
}

/** Loads custom shortcuts set on this or another device. Most users have none and do not load the code. */
function useOwnKeys(): void {
  const account = useSelected(accountState, (state) => state.account);
  useEffect(() => {
    if (hasCustomShortcuts() || Object.keys(account?.shortcuts ?? {}).length > 0)
      void loadChunk(() => import('#shell/shortcuts/custom-shortcuts.ts')).then(({ applyAccount }) => {
        if (account !== null) applyAccount(account);
      });
  }, [account]);
}

/**
 * Prefetches on intent. Ctrl or Cmd alone indicates that the palette may be opened, so its code is fetched before the second key is
 * pressed.
 */
function usePalettePrefetch(): void {
  useEffect(() => {
    const prepare = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') void loadPalette();
    };
    window.addEventListener('keydown', prepare);
    return () => window.removeEventListener('keydown', prepare);
  }, []);
}

/**
 * Runs an undo or redo once the recipes and the stored steps are loaded. If recipes cannot be loaded offline, actions since the page load
 * can still be undone.
 */
async function afterRecipes(store: TeamStore, act: () => void): Promise<void> {
  await Promise.all([loadRecipes().catch(() => undefined), store.stepsBack]);
  act();
}

function useShellActions(openTask: (taskId: string) => void): void {
  const { t } = useLingui();
  const router = useRouter();
  const store = useTeamStore();
  const around = { store, router, openTask };
  const { canUndo, canRedo } = useCanUndo();
  // A shortcut pressed right after a reload is queued until the stored steps are loaded.
  const areComing = useStepsAreComing();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  useAction(
    undo,
    () =>
      void afterRecipes(store, () => {
        const result = store.undo();
        // No field was reverted or skipped. There is nothing to report.
        if (result === null || (!result.isDone && result.left.length === 0)) return;
        void loadTurns().then(({ showUndoneToast }) => showUndoneToast(result, around));
      }),
    canUndo || areComing,
  );
  useAction(
    redo,
    () =>
      void afterRecipes(store, () => {
        const result = store.redo();
        if (result?.isDone === true)
          void loadTurns().then(({ showRedoneToast }) => showRedoneToast(result, around));
      }),
    canRedo || areComing,
  );
  useAction(goLight, () => setColorScheme('light'), colorScheme !== 'light');
  useAction(goDark, () => setColorScheme('dark'), colorScheme !== 'dark');
  useAction(goSystem, () => setColorScheme('auto'), colorScheme !== 'auto');
  useAction(createTeamAction, () => void router.navigate({ to: '/teams/create' }));
  useAction(signOutAction, () => {
    signOutEverywhere().catch(() => showError(t`Something went wrong. Please try again`));
  });
}
