import type { Channel, Clock, Locks, TabMessage } from './types.ts';

/** The browser's clock. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Web Locks of the browser: a tab that closes or crashes gives its lock to the next that waits. */
export const browserLocks: Locks = {
  acquire(name, signal) {
    return new Promise((resolve, reject) => {
      const held = async (): Promise<void> => {
        resolve();
        await new Promise<void>((release) =>
          signal.addEventListener('abort', () => release(), { once: true }),
        );
      };
      navigator.locks.request(name, { signal }, held).catch((error: unknown) => {
        if (signal.aborted) resolve();
        else reject(error instanceof Error ? error : new Error('the lock was refused'));
      });
    });
  },
};

/** A channel to the other tabs of the same person and team. */
export function openChannel(name: string): Channel {
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  return {
    post(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
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
