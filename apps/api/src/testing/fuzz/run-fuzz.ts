import * as fc from 'fast-check';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import type { TestEngine } from '#testing/databases.ts';
import { Client } from '#testing/make.ts';
import { startApp } from '#testing/start-app.ts';
import { AIMS, makeCalls, readOperations, type Aim, type Call } from './calls.ts';
import { FuzzWorld } from './fuzz-world.ts';
import { judge } from './judge.ts';
import { createSender, toWire, type WireAnswer, type WireCall } from './send-call.ts';

interface FuzzReport {
  seed: number;
  calls: number;
  /** Each with its call, so that it can be repeated by hand. */
  faults: string[];
  byAim: Record<Aim, number>;
  byStatus: Record<string, number>;
  /** Operations without any 2xx or 3xx response: only their refusals are tested. */
  neverDone: string[];
  slowest: { ms: number; call: string };
}

interface FuzzSettings {
  engine: TestEngine;
  calls: number;
  /** The same seed produces the same calls, apart from the server's ids. */
  seed: number;
  /** Called periodically, with the faults since the last call. */
  onProgress?: (done: number, faults: readonly string[]) => void;
}

const BATCH = 50;

/** Sends calls generated from the served OpenAPI document sequentially, and judges each response. */
export async function runFuzz({ engine, calls, seed, onProgress }: FuzzSettings): Promise<FuzzReport> {
  const api = await startApp(engine);
  const sender = createSender(api.apiOrigin);
  try {
    const operations = readOperations((await new Client(api).get('/openapi.json')).body);
    const anyCall = makeCalls(operations);
    const world = new FuzzWorld(api);
    const done = new Set<string>();
    const report: FuzzReport = {
      seed,
      calls: 0,
      faults: [],
      byAim: Object.fromEntries(AIMS.map((aim) => [aim, 0])) as Record<Aim, number>,
      byStatus: {},
      neverDone: [],
      slowest: { ms: 0, call: '' },
    };
    let told = 0;
    for (let batch = 0; report.calls < calls; batch += 1) {
      await world.mend();
      const numRuns = Math.min(BATCH, calls - report.calls);
      for (const call of fc.sample(anyCall, { numRuns, seed: seed + batch })) {
        const wire = toWire(call, world.createFind(), {
          cookie: world.cookieOf(call.caller),
          origin: api.webOrigin,
        });
        const name = `call ${report.calls} (${call.aim}, ${call.operation.id} as ${call.caller})`;
        report.calls += 1;
        report.byAim[call.aim] += 1;
        let answer: WireAnswer;
        try {
          answer = await sender.send(wire);
        } catch (error) {
          report.faults.push(`${name}: no answer: ${String(error)}\n  ${show(wire)}`);
          continue;
        }
        report.byStatus[answer.status] = (report.byStatus[answer.status] ?? 0) + 1;
        if (answer.ms > report.slowest.ms) report.slowest = { ms: answer.ms, call: show(wire).slice(0, 300) };
        const route = findRoute(call);
        for (const fault of judge(route, wire, answer))
          report.faults.push(`${name}: ${fault}\n  ${show(wire)}`);
        if (answer.status < 400 && route !== null) {
          done.add(route.id);
          const isJson = String(answer.headers['content-type']).startsWith('application/json');
          if (isJson && world.isAtHome(wire.path)) world.learn(JSON.parse(answer.text));
        }
        // Callers signed out by a call are signed in again, so that later calls are authorized.
        const isSignedOut = answer.status === 401 && call.aim === 'valid' && call.caller !== 'nobody';
        if (isSignedOut && !call.operation.id.startsWith('auth.')) await world.mend();
      }
      onProgress?.(report.calls, report.faults.slice(told));
      told = report.faults.length;
    }
    report.neverDone = operations.map(({ id }) => id).filter((id) => !done.has(id));
    return report;
  } finally {
    sender.close();
    await api.close();
  }
}

/** The route that a call reaches, if its path and method are certainly the operation's own. */
function findRoute(call: Call): RouteSpec | null {
  const isElsewhere =
    call.method !== call.operation.method || call.params.some(({ isRaw, value }) => isRaw || value === '');
  const isWord = call.params.some(({ value }) => typeof value === 'string' && /^[a-z]*$/.test(value));
  if (isElsewhere || isWord) return null;
  return (ROUTES as readonly RouteSpec[]).find((route) => route.id === call.operation.id) ?? null;
}

function show({ method, path, headers, body }: WireCall): string {
  const text =
    body === null
      ? ''
      : JSON.stringify(typeof body === 'string' ? body : Buffer.from(body).toString('base64'));
  const { cookie: _, ...rest } = headers;
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(rest).slice(0, 500)} ${text.slice(0, 800)}`;
}
