import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isTransientError } from './api-client.ts';

export interface Requested<T> {
  data: T | undefined;
  error: unknown;
  /** Refetches. Stale data stays visible until a response arrives. */
  reload: () => void;
  /** Replaces the data without refetching. */
  setData: (data: T) => void;
  /** Updates the data without refetching. A no-op before the first response. */
  changeData: (change: (data: T) => T) => void;
}

/** Fetches data that is not in the synced store on mount and whenever `key` changes. */
export function useRequest<T>(key: string, read: (signal?: AbortSignal) => Promise<T>): Requested<T> {
  const [answer, setAnswer] = useState<{ key: string; data?: T; error?: unknown }>({ key });
  const fetchData = (of: string, signal?: AbortSignal) =>
    read(signal).then(
      (data) => setAnswer({ key: of, data }),
      (error: unknown) => {
        if (signal?.aborted === true) return;
        // Keep stale data after a transient error: an action on it will show that the server is unreachable.
        setAnswer((now) =>
          now.key === of && now.data !== undefined && isTransientError(error) ? now : { key: of, error },
        );
      },
    );
  const fetchInitially = useEffectEvent(fetchData);
  // Unmounting also aborts a refetch because its response could be an error by then.
  const shown = useRef<AbortSignal>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    shown.current = controller.signal;
    void fetchInitially(key, controller.signal);
    return () => controller.abort();
  }, [key]);
  const isOfKey = answer.key === key;
  return {
    data: isOfKey ? answer.data : undefined,
    error: isOfKey ? answer.error : undefined,
    reload: () => void fetchData(key, shown.current),
    setData: (data) => setAnswer({ key, data }),
    changeData: (change) =>
      setAnswer((now) => (now.key === key && now.data !== undefined ? { key, data: change(now.data) } : now)),
  };
}
