import { useSyncExternalStore } from 'react';

/** A small observable of client state. */
export interface State<T extends object> {
  get: () => T;
  /** Merges `fields`. Notifies listeners only if a value differs. */
  set: (fields: Partial<T>) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createState<T extends object>(initial: T): State<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(fields) {
      const keys = Object.keys(fields) as (keyof T)[];
      if (keys.every((key) => Object.is(current[key], fields[key]))) return;
      current = { ...current, ...fields };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Re-renders when the selected value changes. `select` must return the same object for the same state. */
export function useSelected<T extends object, R>(state: State<T>, select: (current: T) => R): R {
  const read = () => select(state.get());
  return useSyncExternalStore(state.subscribe, read, read);
}
