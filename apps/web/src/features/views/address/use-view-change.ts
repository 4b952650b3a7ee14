import { VIEW_KEYS, type FilterGroup, type TaskView } from '@hearth/contracts/views/view-values';
import { useRouter } from '@tanstack/react-router';
import { useTeamStore } from '#platform/sync/index.ts';
import { readView, writeView } from './view-address.ts';
import {
  expressSearch,
  readAddressSearch,
  resolveSearch,
  savedIdOf,
  type ViewScreen,
} from './view-search.ts';

const IN_ADDRESS: ReadonlySet<string> = new Set([...VIEW_KEYS, 'as']);

/**
 * Changes the view in the URL and replaces the history entry so that Back leaves the screen. `change` receives the current view because two
 * changes may happen within one render.
 */
export function useViewChange(screen: ViewScreen): (change: (view: TaskView) => TaskView) => void {
  const router = useRouter();
  const store = useTeamStore();
  const { kind } = screen;
  return (change) => {
    void router.navigate({
      to: '.',
      search: (search: Record<string, unknown>) => {
        const address = readAddressSearch(search, kind);
        const saved = store.row('view', savedIdOf(address) ?? '');
        const { view } = readView(resolveSearch(address, saved?.text, kind), kind);
        // Keep parameters that do not belong to the view: the open task, or the period of the analytics.
        const rest = Object.entries(search).filter(([key]) => !IN_ADDRESS.has(key));
        return {
          ...Object.fromEntries(rest),
          ...expressSearch(writeView(change(view), kind), saved),
        };
      },
      replace: true,
      resetScroll: false,
    } as Parameters<typeof router.navigate>[0]);
  };
}

export function useFilterChange(screen: ViewScreen): (change: (filter: FilterGroup) => FilterGroup) => void {
  const changeView = useViewChange(screen);
  return (change) => changeView((view) => ({ ...view, filter: change(view.filter) }));
}
