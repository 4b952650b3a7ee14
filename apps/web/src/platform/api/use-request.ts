import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isPassing } from './api-client.ts';

export interface Requested<T> {
  data: T | undefined;
  error: unknown;
  /** Refetches; stale data stays until the response arrives, and if it never does. */
  reload: () => void;
  /** Sets newer data without refetching. */
  setData: (data: T) => void;
  /** Updates the data the same way; a no-op without data. */
  changeData: (change: (data: T) => T) => void;
}

/** Fetches data that is not in the synced store, on mount and whenever `key` changes. */
export function useRequest<T>(key: string, read: (signal?: AbortSignal) => Promise<T>): Requested<T> {
  const [answer, setAnswer] = useState<{ key: string; data?: T; error?: unknown }>({ key });
  const ask = (of: string, signal?: AbortSignal) =>
    read(signal).then(
      (data) => setAnswer({ key: of, data }),
      (error: unknown) => {
        if (signal?.aborted === true) return;
        // Stale data stays: users who act on it see that the server is unreachable.
        setAnswer((now) =>
          now.key === of && now.data !== undefined && isPassing(error) ? now : { key: of, error },
        );
      },
    );
  const askAtFirst = useEffectEvent(ask);
  // A refetch is aborted on unmount, too: its response could be a refusal by then.
  const shown = useRef<AbortSignal>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    shown.current = controller.signal;
    void askAtFirst(key, controller.signal);
    return () => controller.abort();
  }, [key]);
  const isOfKey = answer.key === key;
  return {
    data: isOfKey ? answer.data : undefined,
    error: isOfKey ? answer.error : undefined,
    reload: () => void ask(key, shown.current),
    setData: (data) => setAnswer({ key, data }),
    changeData: (change) =>
      setAnswer((now) => (now.key === key && now.data !== undefined ? { key, data: change(now.data) } : now)),
  };
}
