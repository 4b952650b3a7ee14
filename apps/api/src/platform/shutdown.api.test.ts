import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { SHUTDOWN } from './shutdown.ts';

/** Limit of tools/serve.ts, after which the process exits whatever is still open. */
const PROCESS_LIMIT_MS = 3_800;

it('leaves every stage its time within the limit of the process', () => {
  const { drain, features, quiet, engine, total } = SHUTDOWN;
  expect(drain + features + quiet + 2 * engine).toBeLessThanOrEqual(total);
  expect(total).toBeLessThan(PROCESS_LIMIT_MS);
});

describeOneEngine('shutdown', (engine) => {
  it('disconnects all features at the same time and does not wait for those that hang', async () => {
    const order: string[] = [];
    const slow = async (name: string) =>
      await Promise.resolve({
        name,
        bindings: [],
        disconnect: async () => {
          await sleep(700);
          order.push('disconnected');
        },
        close: async () => {
          order.push('closing');
          await new Promise<void>(() => {});
        },
      });
    const api = await startApp(engine, {
      features: [() => slow('one'), () => slow('two'), () => slow('three')],
    });
    const startedAt = performance.now();
    await api.close();
    expect(performance.now() - startedAt).toBeLessThan(2_800);
    expect(order).toEqual([...Array(3).fill('disconnected'), ...Array(3).fill('closing')]);
  });
});
