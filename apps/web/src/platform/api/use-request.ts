import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isPassing } from './api-client.ts';

export interface Requested<T> {
  data: T | undefined;
  error: unknown;
  /** Refetches; stale data stays until the answer comes, and where none comes. */
  reload: () => void;
  /** Sets what is known better than by refetching. */
  setData: (data: T) => void;
  /** The same, as an update of the data; not where there is none. */
  changeData: (change: (data: T) => T) => void;
}

/** Fetches something that is not in the synced store, on mount and whenever `key` changes. */
export function useRequest<T>(key: string, read: (signal?: AbortSignal) => Promise<T>): Requested<T> {
  const [answer, setAnswer] = useState<{ key: string; data?: T; error?: unknown }>({ key });
  const ask = (of: string, signal?: AbortSignal) =>
    read(signal).then(
      (data) => setAnswer({ key: of, data }),
      (error: unknown) => {
        if (signal?.aborted === true) return;
        // Stale data stays: whoever did something to it is told that the server is away.
        setAnswer((now) =>
          now.key === of && now.data !== undefined && isPassing(error) ? now : { key: of, error },
        );
      },
    );
  const askAtFirst = useEffectEvent(ask);
  // A refetch is aborted with the screen, too: an answer for nobody may be a refusal by then.
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
