import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

// V8 13.6, which Node 24 includes, frees the code of a WebAssembly import wrapper twice if code garbage collection in one thread coincides
// with a tier-up in another: `Check failed: jit_page.has_value()` or a segmentation fault (nodejs/node#66366). Short-lived threads expose
// the bug: PGlite uses WebAssembly, as does Node's own TypeScript loader. Without this garbage collection, compiled code remains in memory
// until its module is freed. Remove this flag once Node includes V8's commit 9b8ca54d5a (docs/decisions/0021).
setFlagsFromString('--no-wasm-code-gc');

/** Starts a thread. Options of the main program, such as --eval or --inspect, are not inherited. */
export function startWorker(file: URL): Worker {
  return new Worker(file, { execArgv: [] });
}
