import { useMemo } from 'react';
import { createState, useSelected } from '#platform/client-state/state.ts';

const KEY = 'hearth:folds';

/** The collapsed headings of a list. */
export interface Folds {
  folded: ReadonlySet<string>;
  toggle: (groupKey: string) => void;
}

/** Headings that were collapsed or expanded in this browser, by list and heading. All other headings use the list's default state. */
const stored = createState<{ folds: Readonly<Record<string, boolean>> }>({ folds: readStored() });

function readStored(): Record<string, boolean> {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const pairs: [string, unknown][] = Object.entries(parsed ?? {});
    return Object.fromEntries(pairs.map(([key, isFolded]) => [key, isFolded === true]));
  } catch {
    return {};
  }
}

/**
 * Returns the collapsed headings of a list and persists changes in this browser.
 * @param groups keys of all headings
 * @param atFirst keys of the headings that are collapsed by default; both arrays must be referentially stable while
 * their content is the same
 */
export function useFolds(list: string, groups: readonly string[], atFirst: readonly string[]): Folds {
  const folds = useSelected(stored, (state) => state.folds);
  return useMemo(() => {
    const isFolded = (key: string) => folds[`${list} ${key}`] ?? atFirst.includes(key);
    return {
      folded: new Set(groups.filter(isFolded)),
      toggle(key) {
        const next = { ...stored.get().folds, [`${list} ${key}`]: !isFolded(key) };
        stored.set({ folds: next });
        localStorage.setItem(KEY, JSON.stringify(next));
      },
    };
  }, [folds, list, groups, atFirst]);
}
