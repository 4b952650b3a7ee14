import type { Channel, Clock, Locks, TabMessage } from '#platform/sync/rows/types.ts';

/** A clock that moves only when a test advances it. */
export class ManualClock {
  #now = 0;
  #timers = new Set<{ at: number; callback: () => void }>();

  /** The clock as one tab sees it. Its timers stop when the tab dies. */
  forTab(isAlive: () => boolean): Clock {
    return {
      now: () => this.#now,
      after: (ms, callback) => {
        const timer = { at: this.#now + ms, callback: () => isAlive() && callback() };
        this.#timers.add(timer);
        return () => void this.#timers.delete(timer);
      },
    };
  }

  /** Advances the clock by `ms`, firing due timers in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}

/** A fake of Web Locks on one device. First come, first served. The lock of a dead tab passes to the next in line. */
export class DeviceLocks {
  #queues = new Map<string, (() => void)[]>();

  forTab(onDeath: (release: () => void) => void): Locks {
    return {
      tryAcquire: (name, signal) => {
        const queue = this.#queues.get(name) ?? [];
        this.#queues.set(name, queue);
        if (queue.length > 0) return Promise.resolve(false);
        const holder = (): void => undefined;
        queue.push(holder);
        const release = (): void => {
          const at = queue.indexOf(holder);
          if (at >= 0) queue.splice(at, 1);
          queue[0]?.();
        };
        signal.addEventListener('abort', release, { once: true });
        onDeath(release);
        return Promise.resolve(true);
      },
      acquire: (name, signal) =>
        new Promise((resolve) => {
          const queue = this.#queues.get(name) ?? [];
          this.#queues.set(name, queue);
          const grant = (): void => resolve();
          queue.push(grant);
          const release = (): void => {
            const isHolder = queue[0] === grant;
            const at = queue.indexOf(grant);
            if (at >= 0) queue.splice(at, 1);
            if (isHolder) queue[0]?.();
            else resolve();
          };
          signal.addEventListener('abort', release, { once: true });
          onDeath(release);
          if (queue[0] === grant) grant();
        }),
    };
  }
}

/** A fake of BroadcastChannel on one device. Each tab receives the messages of other tabs with a delay, in order per sender. */
export class DeviceChannel {
  #members = new Map<string, (message: TabMessage) => void>();
  #queues: { to: string; from: string; messages: TabMessage[] }[] = [];

  forTab(tab: string, isAlive: () => boolean): Channel {
    return {
      post: (message) => {
        if (!isAlive() || !this.#members.has(tab)) return;
        for (const to of this.#members.keys()) {
          if (to === tab) continue;
          const queue = this.#queues.find((other) => other.to === to && other.from === tab);
          // Cloned when posted, as in browsers.
          if (queue === undefined) this.#queues.push({ to, from: tab, messages: [structuredClone(message)] });
          else queue.messages.push(structuredClone(message));
        }
      },
      listen: (callback) => void this.#members.set(tab, callback),
      close: () => void this.#members.delete(tab),
    };
  }

  leave(tab: string): void {
    this.#members.delete(tab);
  }

  get isQuiet(): boolean {
    return this.#queues.length === 0;
  }

  /** Delivers the oldest message of one of the queues. */
  deliver(pick: number): void {
    const queue = this.#queues[pick % Math.max(1, this.#queues.length)];
    if (queue === undefined) return;
    const message = queue.messages.shift();
    if (queue.messages.length === 0) this.#queues = this.#queues.filter((other) => other !== queue);
    if (message !== undefined) this.#members.get(queue.to)?.(message);
  }
}
