import { useEffect, useState } from 'react';

const PREFIX = 'hearth:draft:';

/**
 * State that survives a reload: a draft of the user's input. It is stored for this tab only while the component is mounted. Leaving the
 * page or submitting discards it.
 * @param isKeptOnLeaving if true, only submitting discards the draft, and a returning user continues with it
 */
export function useDraft<T>(key: string, initial: T, isKeptOnLeaving = false): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (readDraft(key) as T | undefined) ?? initial);
  useEffect(() => {
    if (isKeptOnLeaving) saveDraft(key, value === initial ? undefined : value);
    if (isKeptOnLeaving || value === initial) return undefined;
    saveDraft(key, value);
    return () => saveDraft(key, undefined);
  }, [key, value, initial, isKeptOnLeaving]);
  return [value, setValue];
}

/** Whether there is a draft under this key or under a key that starts with it and a slash. */
export function hasDraft(key: string): boolean {
  return Object.keys(sessionStorage).some(
    (storedKey) => storedKey === PREFIX + key || storedKey.startsWith(`${PREFIX}${key}/`),
  );
}

/** Deletes the draft under this key, even if its component is no longer mounted. */
export function forgetDraft(key: string): void {
  saveDraft(key, undefined);
}

/** Deletes every draft of this tab. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

export function readDraft(key: string): unknown {
  const stored = sessionStorage.getItem(PREFIX + key);
  return stored === null ? undefined : (JSON.parse(stored) as unknown);
}

/** Sets a draft from outside its component. Undefined deletes the draft. */
export function saveDraft(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // If storage is full, the draft does not survive a reload but stays usable in memory.
  }
}
