import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const WORKERS = new URL('./workers.ts', import.meta.url).href;
// A thread that compiles WebAssembly with Node's TypeScript loader. The code is unused once the thread ends.
const THREAD = `import { stripTypeScriptTypes } from 'node:module';
  for (let i = 0; i < 100; i += 1) stripTypeScriptTypes('const one: number = 1;');`;
// Collect code as early as possible, and compile import wrappers after 10 calls.
const FLAGS = ['--stress-wasm-code-gc', '--trace-wasm-code-gc', '--wasm-wrapper-tiering-budget=10'];

/** Returns V8's trace of code collections while three threads start and end. */
async function traceCollections(script: string): Promise<string[]> {
  const program = `${script}
    import { once } from 'node:events';
    const file = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(THREAD)}));
    for (let i = 0; i < 3; i += 1) await once(start(file), 'exit');`;
  const args = ['--no-warnings', ...FLAGS, '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.split('\n').filter((line) => line.includes('[wasm-gc]'));
}

test('disables WebAssembly code garbage collection in worker threads', async () => {
  const [collected, retained] = await Promise.all([
    traceCollections(
      `import { Worker } from 'node:worker_threads'; const start = (file) => new Worker(file);`,
    ),
    traceCollections(`import { startWorker as start } from '${WORKERS}';`),
  ]);
  expect(collected).not.toEqual([]);
  expect(retained).toEqual([]);
});
