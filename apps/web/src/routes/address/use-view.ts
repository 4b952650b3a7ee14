import { useMemo } from 'react';
import {
  resolveSearch,
  savedIdOf,
  type AddressSearch,
  type ViewScreen,
  type ViewSearch,
} from '#features/views/index.ts';
import { useRow } from '#platform/sync/index.ts';

/** Returns the view in the URL, resolved against the team's saved views. Memoized. */
export function useView(address: AddressSearch, screen: ViewScreen['kind']): ViewSearch {
  const text = useRow('view', savedIdOf(address) ?? '')?.text;
  const { view, filter, group, rows, sort, empty, columns, scale, path, covers, as } = address;
  return useMemo(() => {
    const given = Object.entries({
      view,
      filter,
      group,
      rows,
      sort,
      empty,
      columns,
      scale,
      path,
      covers,
      as,
    });
    return resolveSearch(Object.fromEntries(given.filter(([, value]) => value !== undefined)), text, screen);
  }, [view, filter, group, rows, sort, empty, columns, scale, path, covers, as, text, screen]);
}
