import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useMemo, useRef } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { focusAfterRender } from '#ui/keyboard/focus-after-render.ts';
import { FavouriteLine, type Shown } from './favourite-line.tsx';
import { favouritesInOrder } from './favourites-view.ts';
import { moveFavourite, removeFavourite } from './favourites.data.ts';
import styles from './favourites.module.css';

interface FavouriteListProps {
  isCompact?: boolean;
  /** Heading of the content below the list, if any. */
  next?: string | undefined;
}

/** This user's favourites in their own order. Renders nothing if there are none. */
export function FavouriteList({ isCompact = false, next }: FavouriteListProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const shown = useShownFavourites();
  if (shown.length === 0) return null;

  function move(from: number, to: number): void {
    const moved = shown[from];
    if (moved === undefined || to < 0 || to >= shown.length || to === from) return;
    const { favourite, name: title } = moved;
    const others = shown.flatMap(({ favourite: { id } }) => (id === favourite.id ? [] : [id]));
    store.mutate(moveFavourite(store, favourite, others, to));
    const [place, count] = [to + 1, shown.length];
    announce(t`${title} is now ${place} of ${count}`);
    focusLine(favourite.id);
  }

  function drop(draggedId: string, onto: number, edge: 'top' | 'bottom'): void {
    const from = shown.findIndex(({ favourite }) => favourite.id === draggedId);
    if (from === -1) return;
    const before = edge === 'top' ? onto : onto + 1;
    move(from, from < before ? before - 1 : before);
  }

  function remove(at: number): void {
    const removed = shown[at];
    if (removed === undefined) return;
    const { favourite, name } = removed;
    store.mutate(removeFavourite(store, favourite));
    showToast(t`${name} removed from favourites`, {
      action: { label: t`Undo`, run: () => void store.undo() },
    });
    focusLine((shown[at + 1] ?? shown[at - 1])?.favourite.id);
  }

  function focusLine(id: string | undefined): void {
    // Wait for the row because it may not be mounted yet.
    focusAfterRender(() => list.current?.querySelector<HTMLElement>(`[data-line-id="${id}"]`));
  }

  return (
    <>
      <section className={styles.section} data-compact={isCompact || undefined} aria-labelledby={headingId}>
        <h2 id={headingId} className={isCompact ? 'hidden-text' : styles.heading}>
          <Trans>Favourites</Trans>
        </h2>
        <ul ref={list}>
          {shown.map((one, at) => (
            <FavouriteLine
              key={one.favourite.id}
              shown={one}
              isCompact={isCompact}
              isFirst={at === 0}
              isLast={at === shown.length - 1}
              onStep={(step) => move(at, at + step)}
              onDrop={(draggedId, edge) => drop(draggedId, at, edge)}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      </section>
      {next !== undefined && <h2 className={`${styles.heading} ${styles.next}`}>{next}</h2>}
    </>
  );
}

/** Favourites with a visible target. Favourites of deleted or inaccessible targets may not have been removed yet. */
function useShownFavourites(): readonly Shown[] {
  const favourites = useRows(favouritesInOrder(useTeamStore()));
  const ids = useMemo(() => favourites.map(({ id }) => id), [favourites]);
  const projects = byId(useRowsOf('project', ids));
  const views = useRowsOf('view', ids);
  const parents = byId(
    useRowsOf(
      'project',
      useMemo(() => views.map(({ projectId }) => projectId ?? ''), [views]),
    ),
  );
  const viewsById = byId(views);
  const documents = new Map(useRowsOf('document', ids).map((row) => [row.id, row]));
  const { t } = useLingui();
  return favourites.flatMap((favourite): Shown[] => {
    const project = projects.get(favourite.id);
    if (project !== undefined)
      return [{ favourite, name: project.name, color: project.color, project, view: undefined }];
    const document = documents.get(favourite.id);
    if (document !== undefined) {
      const name = document.title === '' ? t`Untitled` : document.title;
      return [{ favourite, name, color: 'gray', project: undefined, view: undefined, document }];
    }
    const view = viewsById.get(favourite.id);
    if (view === undefined) return [];
    const of = view.projectId === null ? undefined : parents.get(view.projectId);
    return view.projectId !== null && of === undefined
      ? []
      : [{ favourite, name: view.name, color: view.color, project: of, view }];
  });
}

function byId<R extends SyncRows['project'] | SyncRows['view']>(rows: readonly R[]): Map<string, R> {
  return new Map(rows.map((row) => [row.id, row]));
}
