import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range that systems take the ports of outgoing connections from (32768 on Linux, 49152 elsewhere): between
// looking and listening, one of those could come to stand on a port that was free.
const FIRST = 12_000;
const LAST = 32_000;
const MOST_TRIES = 50;

/** A port of localhost, IPv4 and IPv6, on which nobody listens. @throws Error when none is found */
export async function findFreePort(): Promise<number> {
  for (let nth = 0; nth < MOST_TRIES; nth += 1) {
    const port = randomInt(FIRST, LAST);
    if ((await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'))) return port;
  }
  throw new Error(`No free port between ${FIRST} and ${LAST} in ${MOST_TRIES} tries.`);
}

async function canListen(port: number, host: string): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    // A machine without IPv6 answers EADDRNOTAVAIL for ::1, which is no hindrance.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL'));
    server.listen({ port, host, exclusive: true }, () => resolve(true));
  });
  if (server.listening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}
