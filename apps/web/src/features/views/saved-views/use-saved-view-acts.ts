import { LIMITS } from '@hearth/contracts/core/limits';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { toggleFavourite } from '#features/favourites/index.ts';
import { copyText } from '#platform/actions/copy-text.ts';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { truncateText } from '#platform/texts/truncate-text.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { printSearch, type ViewScreen, type ViewSearch } from '#features/views/address/view-search.ts';
import { createView, deleteView, updateView, type SavedView } from './saved-views.data.ts';

/** The actions on the current saved view, by their names in the menu. */
type SavedViewAct = 'save' | 'reset' | 'leave' | 'lock' | 'share' | 'copy' | 'star' | 'link' | 'delete';

interface SavedViewActs {
  show: (viewId: string) => void;
  /** Saves the displayed settings as a new view and shows it. */
  create: (fields: Pick<SavedView, 'name' | 'color' | 'isPrivate'>) => void;
  on: (saved: SavedView) => Record<SavedViewAct, () => void>;
}

/** @param search the displayed settings */
export function useSavedViewActs(search: ViewSearch, screen: ViewScreen, canShare: boolean): SavedViewActs {
  const { t } = useLingui();
  const store = useTeamStore();
  const router = useRouter();
  const projectId = screen.kind === 'project' ? screen.projectId : null;

  // Not a declaration: the React Compiler loses it when it memoizes the functions that call it.
  const navigate = (next: Record<string, string>): void => {
    void router.navigate({
      to: '.',
      search: ({ task }: Record<string, unknown>) => ({ ...(task === undefined ? {} : { task }), ...next }),
      resetScroll: false,
    } as Parameters<typeof router.navigate>[0]);
  };
  const show = (view: string): void => navigate({ view });

  function create(fields: Pick<SavedView, 'name' | 'color' | 'isPrivate'>): void {
    const id = store.newId();
    const text = printSearch(search);
    store.mutate(createView(store, { ...fields, projectId, text, isLocked: false }, id));
    show(id);
  }

  const on = ({ id, name, color, isLocked, isPrivate }: SavedView): Record<SavedViewAct, () => void> => ({
    save: () => {
      store.mutate(updateView(store, id, { text: printSearch(search) }));
      show(id);
      announce(t`${name} saved`);
    },
    reset: () => show(id),
    leave: () => navigate({}),
    lock: () => store.mutate(updateView(store, id, { isLocked: !isLocked })),
    share: () => store.mutate(updateView(store, id, { isPrivate: !isPrivate })),
    copy: () => {
      const copied = truncateText(t`${name} (copy)`, LIMITS.viewName);
      create({ name: copied, color, isPrivate: isPrivate || !canShare });
    },
    star: () => toggleFavourite(store, { id, kind: 'view', name }),
    link: () => void copyText(location.href, t`Link copied`),
    delete: () => {
      store.mutate(deleteView(store, id));
      navigate({});
      showToast(t`${name} deleted`, { action: { label: t`Undo`, run: () => void store.undo() } });
    },
  });
  return { show, create, on };
}
