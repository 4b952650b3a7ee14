import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '#platform/feature.ts';
import type { DocumentConnection } from './document-connection.ts';
import { RightsWatch } from './rights-watch.ts';

const app = { clock: { now: () => new Date() } } as unknown as App;

function attach(viewEndsAt: Date | null): DocumentConnection & { reasons: string[] } {
  const reasons: string[] = [];
  const close = (reason: string): void => void reasons.push(reason);
  return { teamId: 'team', viewEndsAt, close, reasons } as never;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('closes connections when their view expires and clears the timers of closed connections', () => {
  const watch = new RightsWatch(app, async () => []);
  const endsAt = new Date(Date.now() + 60_000);
  const [own, view, closed] = [attach(null), attach(endsAt), attach(endsAt)];
  for (const one of [own, view, closed]) watch.add(one);
  watch.remove(closed);
  vi.advanceTimersByTime(59_000);
  expect(view.reasons).toEqual([]);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect([own, view, closed].map(({ reasons }) => reasons)).toEqual([[], ['FORBIDDEN'], []]);
});
