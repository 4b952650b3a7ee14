import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Asks /healthz every 20 ms, in a thread of its own so that the bench's own work does not count; tells its times when asked.

const { origin } = workerData as { origin: string };
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let times: number[] = [];

function ask(): void {
  const started = performance.now();
  get(`${origin}/healthz`, { agent }, (answer) => {
    answer.resume();
    answer.on('end', () => times.push(performance.now() - started));
  }).on('error', () => times.push(Infinity));
}

setInterval(ask, 20);
parentPort?.on('message', () => {
  parentPort?.postMessage(times);
  times = [];
});
