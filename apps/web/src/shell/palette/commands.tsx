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
import { loadChunk, lazyPart } from '#ui/lazy/load-chunk.ts';
import { hasCustomShortcuts } from '#ui/keyboard/shortcut-registry.ts';
import {
  createTeamAction,
  goDark,
  goLight,
  goSystem,
  openPalette,
  redo,
  seePast,
  seePresent,
  showShortcuts,
  signOutAction,
  undo,
} from '#shell/actions/shell.actions.ts';
import { forgetTyped, KeepTyped } from './type-ahead.ts';

const loadPalette = () => import('./command-palette.tsx');
const CommandPalette = lazyPart(async () => (await loadPalette()).CommandPalette);
const loadTurns = () => loadChunk(() => import('#shell/undo/undo-toasts.ts'));
const ShortcutSheet = lazyPart(
  async () => (await import('#shell/shortcuts/shortcut-sheet.tsx')).ShortcutSheet,
);

/** Registers the actions of every screen, and shows the palette and the shortcut sheet. */
export function Commands({
  openTask,
  goToMoment,
}: {
  openTask: (taskId: string, commentId?: string) => void;
  /** Shows the work as of that moment; null: the present. */
  goToMoment: (at: string | null) => void;
}) {
  const router = useRouter();
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  const opener = useRef<Element | null>(null);
  function show(what: 'palette' | 'shortcuts'): void {
    opener.current = document.activeElement;
    forgetTyped();
    setShown(what);
  }

  function close(chosen?: () => void): void {
    setShown(null);
    // Restore the focus first: the chosen action may take it from there, as a dialog does.
    setTimeout(() => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      chosen?.();
    });
  }

  useOwnKeys();
  usePaletteAtHand();
  useShellActions(openTask);
  const isPast = useTeamStore().at !== null;
  // Starts one day ago; the bar on that screen leads further.
  useAction(seePast, () => goToMoment(new Date(Date.now() - DAY_MS).toISOString()), !isPast);
  useAction(seePresent, () => goToMoment(null), isPast);
  useAction(openPalette, () => show('palette'));
  useAction(showShortcuts, () => show('shortcuts'));

  return (
    <Suspense fallback={<KeepTyped />}>
      {shown === 'palette' && (
        <CommandPalette
          onClose={close}
          ways={{
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

/** Custom shortcuts, chosen here or on another device. Most users have none and do not load the code. */
function useOwnKeys(): void {
  const account = useSelected(accountState, (state) => state.account);
  useEffect(() => {
    if (hasCustomShortcuts() || Object.keys(account?.shortcuts ?? {}).length > 0)
      void loadChunk(() => import('#shell/shortcuts/custom-shortcuts.ts')).then(({ takeAccount }) => {
        if (account !== null) takeAccount(account);
      });
  }, [account]);
}

/** Prefetch on intent: Ctrl or Cmd alone indicates that the palette may be opened; its code is fetched before the second key is pressed. */
function usePaletteAtHand(): void {
  useEffect(() => {
    const prepare = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') void loadPalette();
    };
    window.addEventListener('keydown', prepare);
    return () => window.removeEventListener('keydown', prepare);
  }, []);
}

/** Offline, everything done since the page was loaded can still be undone. */
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
  // A key pressed right after a reload is queued until the steps are loaded.
  const areComing = useStepsAreComing();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  useAction(
    undo,
    () =>
      void afterRecipes(store, () => {
        const result = store.undo();
        // Nothing was reverted and nothing was left out: nothing to report.
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
