import { useMemo } from 'react';
import { createState, useSelected } from '#platform/client-state/state.ts';

const KEY = 'hearth:folds';

/** Which headings of a list are collapsed. */
export interface Folds {
  folded: ReadonlySet<string>;
  toggle: (groupKey: string) => void;
}

/** Folds that were toggled in this browser, by list and heading; others use the list's default. */
const told = createState<{ folds: Readonly<Record<string, boolean>> }>({ folds: readKept() });

function readKept(): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const pairs: [string, unknown][] = Object.entries(kept ?? {});
    return Object.fromEntries(pairs.map(([key, isFolded]) => [key, isFolded === true]));
  } catch {
    return {};
  }
}

/**
 * The collapsed headings of a list, persisted in this browser.
 * @param groups the keys of all its headings
 * @param atFirst the keys of those collapsed by default; both arrays must be stable while their content is the same
 */
export function useFolds(list: string, groups: readonly string[], atFirst: readonly string[]): Folds {
  const folds = useSelected(told, (state) => state.folds);
  return useMemo(() => {
    const isFolded = (key: string) => folds[`${list} ${key}`] ?? atFirst.includes(key);
    return {
      folded: new Set(groups.filter(isFolded)),
      toggle(key) {
        const next = { ...told.get().folds, [`${list} ${key}`]: !isFolded(key) };
        told.set({ folds: next });
        localStorage.setItem(KEY, JSON.stringify(next));
      },
    };
  }, [folds, list, groups, atFirst]);
}
