import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

// V8 13.6, which Node 24 ships, frees the code of a WebAssembly import wrapper twice when code garbage collection in one thread meets a
// tier-up in another: `Check failed: jit_page.has_value()` or a segmentation fault (nodejs/node#66366). Threads that come and go are what
// exposes it: PGlite is WebAssembly, and so is Node's own TypeScript loader. Without the collection compiled code stays until its module
// is freed. Remove this with a Node that has V8's commit 9b8ca54d5a (docs/decisions/0021).
setFlagsFromString('--no-wasm-code-gc');

/** Starts a thread. Options of the main program, such as --eval or --inspect, are not passed on. */
export function startWorker(file: URL): Worker {
  return new Worker(file, { execArgv: [] });
}
