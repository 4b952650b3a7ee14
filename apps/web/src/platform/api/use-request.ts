import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isPassing } from './api-client.ts';

export interface Requested<T> {
  data: T | undefined;
  error: unknown;
  /** Asks again; what is here stays until the answer comes, and where none comes. */
  reload: () => void;
  /** Puts what is known better than by asking again. */
  setData: (data: T) => void;
  /** The same, made of what is here by then; not where nothing is. */
  changeData: (change: (data: T) => T) => void;
}

/** Reads something that is not in the synced store, when shown and whenever `key` changes. */
export function useRequest<T>(key: string, read: (signal?: AbortSignal) => Promise<T>): Requested<T> {
  const [answer, setAnswer] = useState<{ key: string; data?: T; error?: unknown }>({ key });
  const ask = (of: string, signal?: AbortSignal) =>
    read(signal).then(
      (data) => setAnswer({ key: of, data }),
      (error: unknown) => {
        if (signal?.aborted === true) return;
        // What is here is shown on: whoever did something to it is told that the server is away.
        setAnswer((now) =>
          now.key === of && now.data !== undefined && isPassing(error) ? now : { key: of, error },
        );
      },
    );
  const askAtFirst = useEffectEvent(ask);
  // What is asked again ends with the screen, too: an answer for nobody may be a refusal by then.
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
