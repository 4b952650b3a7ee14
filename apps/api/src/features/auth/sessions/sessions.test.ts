import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expiryOf, hashToken, isAlive, isTouchDue } from './sessions.ts';

const NOW = new Date('2026-11-20T09:30:00.000Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

it('hashes tokens with SHA-256', () => {
  expect(hashToken('a token')).toEqual(createHash('sha256').update('a token').digest());
});

describe('session rules', () => {
  it.each([
    ['treats a session as alive before its expiry time', { ended_at: null, expires_at: at(0.001) }, true],
    ['treats a session as ended at its expiry time', { ended_at: null, expires_at: NOW }, false],
    ['treats a session as ended after its expiry time', { ended_at: null, expires_at: at(-1) }, false],
    ['treats a session as ended once it was ended early', { ended_at: at(-1), expires_at: at(60) }, false],
  ])('%s', (_what, row, isExpected) => {
    expect(isAlive(row, NOW)).toBe(isExpected);
  });

  it('extends the expiry on each use, but not beyond the session’s last day', () => {
    expect(expiryOf(NOW, 600, at(601))).toEqual(at(600));
    expect(expiryOf(NOW, 600, at(600))).toEqual(at(600));
    expect(expiryOf(NOW, 600, at(599))).toEqual(at(599));
  });

  it.each([
    [60, 86_400, false],
    [60.001, 86_400, true],
    [60, 600, false],
    [60.001, 600, true],
    [6, 60, false],
    [6.001, 60, true],
    [0, 1, false],
    [0.101, 1, true],
  ])(
    'decides whether to store a use %s s after the last one with a lifetime of %s s: %s',
    (ago, sessionSeconds, isExpected) => {
      expect(isTouchDue(at(-ago), NOW, sessionSeconds)).toBe(isExpected);
    },
  );
});
