import { beforeEach, expect, it, vi } from 'vitest';
import { readLastVisit, writeVisit } from './last-visit.ts';

const items = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
});
beforeEach(() => items.clear());

const at = (clock: string) => new Date(`2026-11-22T${clock}:00.000Z`);

it('returns the end of the user’s previous visit, or null without one', () => {
  writeVisit('ada', 'north', at('09:00'));
  expect(readLastVisit('ada', 'north', at('09:01'))).toBeNull();
  writeVisit('ada', 'north', at('09:20'));
  expect(readLastVisit('ada', 'north', at('13:00'))).toBe(at('09:20').toISOString());
  writeVisit('ada', 'north', at('13:00'));
  writeVisit('ada', 'north', at('13:29'));
  expect(readLastVisit('ada', 'north', at('13:30'))).toBe(at('09:20').toISOString());
  expect(readLastVisit('bob', 'north', at('13:30'))).toBeNull();
});

it('ignores invalid stored values', () => {
  for (const text of ['{', '[]', '"x"', '{"seenAt":1}', '{"seenAt":"2026-13-45T99:00:00Z","before":"<b>"}']) {
    items.set('hearth:visit:ada:north', text);
    expect(readLastVisit('ada', 'north')).toBeNull();
  }
});
