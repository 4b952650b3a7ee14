import { useMemo } from 'react';
import type { ViewSearch } from '#features/views/index.ts';

/** What the address says of the view, without the rest of it: the same object until that changes. */
export function useView({ view, filter, group, rows, sort, empty, columns }: ViewSearch): ViewSearch {
  return useMemo(
    () => ({
      ...(view === undefined ? {} : { view }),
      ...(filter === undefined ? {} : { filter }),
      ...(group === undefined ? {} : { group }),
      ...(rows === undefined ? {} : { rows }),
      ...(sort === undefined ? {} : { sort }),
      ...(empty === undefined ? {} : { empty }),
      ...(columns === undefined ? {} : { columns }),
    }),
    [view, filter, group, rows, sort, empty, columns],
  );
}
