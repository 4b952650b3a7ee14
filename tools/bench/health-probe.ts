import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Requests /healthz every 20 ms in a separate thread so that the benchmark itself does not delay it. Reports the latencies on request.

const { origin } = workerData as { origin: string };
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let times: number[] = [];

function probe(): void {
  const started = performance.now();
  get(`${origin}/healthz`, { agent }, (answer) => {
    answer.resume();
    answer.on('end', () => times.push(performance.now() - started));
  }).on('error', () => times.push(Infinity));
}

setInterval(probe, 20);
parentPort?.on('message', () => {
  parentPort?.postMessage(times);
  times = [];
});
