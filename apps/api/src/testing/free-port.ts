import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ephemeral port range (from 32768 on Linux, 49152 elsewhere), because an outgoing connection could take an ephemeral port
// between checking it and listening on it.
const FIRST = 12_000;
const LAST = 32_000;
const MAX_TRIES = 50;

/** Finds a port that is free on localhost, on both IPv4 and IPv6. @throws Error if none is found */
export async function findFreePort(): Promise<number> {
  for (let nth = 0; nth < MAX_TRIES; nth += 1) {
    const port = randomInt(FIRST, LAST);
    if ((await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'))) return port;
  }
  throw new Error(`No free port between ${FIRST} and ${LAST} in ${MAX_TRIES} tries.`);
}

async function canListen(port: number, host: string): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    // On hosts without IPv6, listening on ::1 fails with EADDRNOTAVAIL, which is acceptable.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL'));
    server.listen({ port, host, exclusive: true }, () => resolve(true));
  });
  if (server.listening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}
