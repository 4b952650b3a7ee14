import { expect } from 'vitest';
import { CAUSES, type CauseName } from './revocation-causes.ts';
import { openChannels, type Channel } from './revocation-channels.ts';
import { setScene, type Stage, type Revealed } from './revocation-scene.ts';
import { reportCases } from '#testing/report-cases.ts';

/** Maximum time until a channel reveals only permitted data. */
export const LIMIT_MS = 2_000;
/** Time limit for a single channel that load alone cannot exceed. Under load, a request may exceed `LIMIT_MS`. */
const LAST_MS = 15_000;

/**
 * The causes, in the order of the columns of `TABLE`: what each channel may still reveal after access is revoked, maintained by hand. There
 * are two secrets, one visible to the whole team, one in a private project. Before the revocation, each channel reveals both.
 */
const COLUMNS: readonly CauseName[] = [
  'removed',
  'left',
  'role',
  'grant',
  'signedOut',
  'ended',
  'everywhere',
  'account',
  'token',
  'team',
];
const TABLE: Record<string, string> = {
  // After becoming a guest, the user keeps their grants and loses all other access.
  session: 'none none project team none none none none both none',
  documents: 'none none project team none none none none both none',
  'open documents': 'none none project team none none none none both none',
  'open documents of a token': 'none none none team both both none none none none',
  changes: 'none none project team none none none none both none',
  'request under way': 'none none project team none none none none both none',
  'half-read list': 'none none project team none none none none both none',
  search: 'none none project team none none none none both none',
  // Guests have no tokens. Signing out everywhere revokes tokens, signing out of one session does not.
  'API token': 'none none none team both both none none none none',
  socket: 'none none project team none none none none both none',
  'socket of a token': 'none none none team both both none none none none',
  // For owners and admins. Reveals only data that both users may see.
  'view as': 'none none none team none none none none both none',
  // Contains data according to the permissions at its creation, so losing any of these makes the file inaccessible.
  'export file': 'none none none none none none none none both none',
  // Created later with the permissions of that time, independently of the session.
  'queued export': 'none none none team both both both both both none',
  'queued mail': 'none none none both both both both both both none',
  // Anyone with the URL has access.
  picture: 'both both both both both both both both both both',
};

export interface Silence {
  cause: CauseName;
  channel: string;
  /** Time since the request that revoked access, in ms. */
  ms: number;
}

const isQueued = (name: string): boolean => name.startsWith('queued');

/** Opens every channel, revokes access, and waits until each channel reveals only permitted data. */
export async function measureSilence(cause: CauseName, stage: Stage): Promise<Silence[]> {
  const { take, closes } = CAUSES[cause];
  const scene = await setScene(stage);
  const channels = await openChannels(scene);
  const expected = (name: string): Revealed => TABLE[name]?.split(' ')[COLUMNS.indexOf(cause)] as Revealed;
  for (const [name, { prepare, read }] of channels) {
    await prepare?.();
    expect(await read(), `${name}, before ${cause}`).toBe('both');
  }
  // Prepare again: checking one queued channel also runs the jobs of the other channels.
  for (const { prepare } of channels.values()) await prepare?.();

  const startedAt = performance.now();
  const { status } = await take(scene);
  expect(status, cause).toBeLessThan(300);
  const found: Silence[] = [];
  const waitFor = async (name: string, { read }: Channel): Promise<void> => {
    let revealed = await read();
    while (revealed !== expected(name) && performance.now() - startedAt < LAST_MS) revealed = await read();
    expect(revealed, `${name}, after ${cause}`).toBe(expected(name));
    found.push({ cause, channel: name, ms: performance.now() - startedAt });
  };
  const atOnce = [...channels].filter(([name]) => !isQueued(name));
  await Promise.all(atOnce.map(async ([name, channel]) => await waitFor(name, channel)));
  for (const [name, channel] of channels) if (isQueued(name)) await waitFor(name, channel);
  // The data must remain hidden.
  for (const [name, { read }] of atOnce) expect(await read(), `${name}, later`).toBe(expected(name));
  expect(channels.get('socket')?.feed?.closeCode, cause).toBe(closes);
  for (const { feed, close } of channels.values()) {
    feed?.close();
    close?.();
  }
  return found;
}

/** Returns by channel the time in ms within which this share of the revocations took effect. */
export function readShares(all: readonly Silence[], part: number): Map<string, number> {
  const byChannel = Map.groupBy(all, (one) => one.channel);
  return new Map(
    [...byChannel].map(([channel, some]) => {
      const times = some.map(({ ms }) => ms).sort((a, b) => a - b);
      return [channel, times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0];
    }),
  );
}

/** Prints p50 and p99 of the time until each channel reveals only permitted data. */
export function reportSilence(where: string, all: readonly Silence[]): void {
  const [half, slowest] = [readShares(all, 0.5), readShares(all, 0.99)];
  for (const [channel, ms] of half) {
    const count = all.filter((one) => one.channel === channel).length;
    const latest = slowest.get(channel)?.toFixed(0);
    reportCases(
      `${where}, ${channel}`,
      count,
      `losses, told what it may after ${ms.toFixed(0)} ms (p50), ${latest} ms (p99)`,
    );
  }
}
