import { useEffect, useState } from 'react';

const PREFIX = 'hearth:draft:';

/**
 * State that survives a reload: a draft of what a person is typing. It is kept for this tab alone and only
 * while the component is mounted, so that leaving or sending forgets it.
 * @param isKeptOnLeaving true = only sending forgets it: who comes back goes on with it
 */
export function useDraft<T>(key: string, initial: T, isKeptOnLeaving = false): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (readDraft(key) as T | undefined) ?? initial);
  useEffect(() => {
    if (isKeptOnLeaving) keepDraft(key, value === initial ? undefined : value);
    if (isKeptOnLeaving || value === initial) return undefined;
    keepDraft(key, value);
    return () => keepDraft(key, undefined);
  }, [key, value, initial, isKeptOnLeaving]);
  return [value, setValue];
}

/** Whether a draft is kept under this key, or one that begins with it and a slash. */
export function hasDraft(key: string): boolean {
  return Object.keys(sessionStorage).some(
    (kept) => kept === PREFIX + key || kept.startsWith(`${PREFIX}${key}/`),
  );
}

/** Forgets what was kept under this key, though nothing stands on the screen any more that would. */
export function forgetDraft(key: string): void {
  keepDraft(key, undefined);
}

/** Forgets every draft of this tab. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

export function readDraft(key: string): unknown {
  const kept = sessionStorage.getItem(PREFIX + key);
  return kept === null ? undefined : (JSON.parse(kept) as unknown);
}

/** Sets a draft from elsewhere; undefined forgets it. */
export function keepDraft(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A full storage costs the draft its safety, not the person their typing.
  }
}
