import { useSyncExternalStore } from 'react';

/** An action with a shortcut. */
export interface Keyed {
  id: string;
  /** Its default shortcuts. */
  shortcuts?: readonly string[];
}

/** Custom shortcuts by action id. */
export type ShortcutsByAction = Readonly<Record<string, readonly string[]>>;

/** The local storage key. It is read synchronously so that custom shortcuts apply from the first key press. */
export const SHORTCUTS_STORAGE_KEY = 'hearth:shortcuts';

let byAct: ShortcutsByAction | null = recall();
const listeners = new Set<() => void>();

function recall(): ShortcutsByAction | null {
  try {
    return (JSON.parse(localStorage.getItem(SHORTCUTS_STORAGE_KEY) ?? '') as { byAct: ShortcutsByAction })
      .byAct;
  } catch {
    return null;
  }
}

export function hasCustomShortcuts(): boolean {
  return byAct !== null;
}

export function setCustomShortcuts(next: ShortcutsByAction): void {
  byAct = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the shortcuts of an action. The first shortcut is displayed. */
export function keysOf({ id, shortcuts }: Keyed): readonly string[] {
  return byAct?.[id] ?? shortcuts ?? NONE;
}

const NONE: readonly string[] = [];

export function useKeysOf(act: Keyed): readonly string[] {
  const read = () => keysOf(act);
  return useSyncExternalStore(subscribe, read, read);
}
