import { useLingui } from '@lingui/react/macro';
import { useAction } from '#platform/actions/actions.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { putBackAction } from './history.actions.ts';
import type { MakeCommand } from './change-actions.ts';

/** Registers a shortcut that restores the latest overwritten value. */
export function useRestoreShortcut(make: MakeCommand | null): void {
  const { t } = useLingui();
  const store = useTeamStore();
  useAction(
    putBackAction,
    () => {
      const command = make?.() ?? null;
      if (command === null) return;
      store.mutate(command);
      // Show a toast because the changed field may be scrolled out of view.
      showToast(t`Reverted`, { action: { label: t`Undo`, run: () => void store.undo() } });
    },
    make !== null,
  );
}
