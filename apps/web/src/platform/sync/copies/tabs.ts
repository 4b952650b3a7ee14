import { remember } from '#platform/client-state/remember.ts';
import type { Channel, Clock, Locks, TabMessage } from '#platform/sync/rows/types.ts';

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Grace period, in milliseconds, in which a tab that is being closed or reloaded can release its locks. */
const CLOSING_MS = 500;

/** The browser's Web Locks. When a tab closes or crashes, its lock passes to the next waiting tab. */
export const browserLocks: Locks = {
  acquire(name, signal) {
    return new Promise((resolve, reject) => {
      const onGranted = (): Promise<void> => {
        resolve();
        return untilAborted(signal);
      };
      navigator.locks.request(name, { signal }, onGranted).catch((error: unknown) => {
        if (signal.aborted) resolve();
        else reject(error instanceof Error ? error : new Error('failed to acquire the lock'));
      });
    });
  },
  tryAcquire(name, signal) {
    return new Promise((resolve) => {
      const onGranted = (): Promise<void> => {
        resolve(true);
        return untilAborted(signal);
      };
      const giveUp = AbortSignal.any([signal, AbortSignal.timeout(CLOSING_MS)]);
      navigator.locks.request(name, { signal: giveUp }, onGranted).catch(() => resolve(false));
    });
  },
};

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** This tab's name, kept across reloads. A duplicated tab starts with the same name. */
export function nameTab(newId: () => string): string {
  const key = 'hearth:tab';
  const name = sessionStorage.getItem(key) ?? newId();
  remember(key, name, sessionStorage);
  return name;
}

/** A channel to the user's other tabs with the same team. */
export function openChannel(name: string): Channel {
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  return {
    post(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel only reaches its own origin
      if (!isClosed) channel.postMessage(message);
    },
    listen(callback) {
      channel.addEventListener('message', (event: MessageEvent<TabMessage>) => callback(event.data));
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
