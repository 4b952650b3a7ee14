import type { ApiResponse } from '#testing/make.ts';
import { startApp } from '#testing/start-app.ts';
import type { TestEngine } from '#testing/databases.ts';
import { makePairs, type Pair } from './pairs.ts';

interface Comparison {
  name: string;
  /** The two responses if they differ, otherwise null. */
  difference: string | null;
  /** Medians in milliseconds. */
  absentMs: number;
  hiddenMs: number;
  mayTakeLonger: boolean;
}

/** Tolerated relative difference of the medians. Differences below `TOO_LITTLE_MS` are not significant over a network. */
const SHARE = 0.1;
const TOO_LITTLE_MS = 0.1;
/** Maximum number of measurements: an apparent difference may be due to load, so it is measured again with more calls. */
const ROUNDS = 4;

export function isApart({ difference, absentMs, hiddenMs, mayTakeLonger }: Comparison): boolean {
  const gap = Math.abs(hiddenMs - absentMs);
  return difference !== null || (!mayTakeLonger && gap > absentMs * SHARE && gap > TOO_LITTLE_MS);
}

/**
 * Sends each pair of requests `calls` times, interleaved so that load affects both forms equally. One call is enough to compare the
 * responses. Timings are compared by the medians of many calls.
 */
export async function comparePairs(engine: TestEngine, calls: number): Promise<Comparison[]> {
  const api = await startApp(engine);
  try {
    const comparisons: Comparison[] = [];
    const rounds = calls > 1 ? ROUNDS : 1;
    for (const pair of await makePairs(api)) {
      let comparison = await compare(pair, calls);
      for (
        let round = 1;
        round < rounds && isApart(comparison) && comparison.difference === null;
        round += 1
      ) {
        comparison = await compare(pair, calls * (round + 1));
      }
      comparisons.push(comparison);
    }
    return comparisons;
  } finally {
    await api.close();
  }
}

async function compare(pair: Pair, calls: number): Promise<Comparison> {
  const times: Record<'absent' | 'hidden', number[]> = { absent: [], hidden: [] };
  const texts: Record<'absent' | 'hidden', string> = { absent: '', hidden: '' };
  for (let at = 0; at < calls * 2; at += 1) {
    // Use the order A, B, B, A because neither form must always be sent second.
    const form = at % 4 === 0 || at % 4 === 3 ? 'absent' : 'hidden';
    const started = performance.now();
    const response = await send(pair, pair[form]);
    times[form].push(performance.now() - started);
    texts[form] = show(response);
  }
  return {
    name: pair.name,
    difference: texts.absent === texts.hidden ? null : `${texts.absent} or ${texts.hidden}`,
    absentMs: median(times.absent),
    hiddenMs: median(times.hidden),
    mayTakeLonger: pair.mayTakeLonger ?? false,
  };
}

async function send({ client, method, body }: Pair, path: string): Promise<ApiResponse> {
  return await client.send(method, path, body === undefined ? {} : { body });
}

/** Serializes the observable response: status, headers and body, without headers that always vary. */
function show({ status, headers, body }: ApiResponse): string {
  const compared = [...headers].filter(([name]) => !['date', 'keep-alive', 'connection'].includes(name));
  return JSON.stringify([status, compared, body]);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
