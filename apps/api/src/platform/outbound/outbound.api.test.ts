import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbound, OutboundError, type OutboundParts } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

/** Simulates an internal host and counts its connections. */
let secret: Server;
/** Simulates a server on the Internet. Its address is the only one that the tests permit. */
let stranger: Server;
const STRANGER = '127.0.0.2';
let connections = 0;
let secretPort = 0;
let strangerPort = 0;

beforeAll(async () => {
  secret = createServer((_request, response) => response.end('secret'));
  secret.on('connection', () => (connections += 1));
  secretPort = await listen(secret, '::');
  stranger = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stranger');
    if (pathname === '/to') {
      // Send bytes to send non-ASCII text unchanged as well.
      const location = Buffer.from(searchParams.get('address') ?? '').toString('latin1');
      response.writeHead(302, { location }).end();
    } else if (pathname === '/round') {
      const remaining = Number(searchParams.get('left'));
      if (remaining === 0) response.end('arrived');
      else response.writeHead(307, { location: `/round?left=${remaining - 1}` }).end();
    } else if (pathname === '/headers') {
      response.end(JSON.stringify(request.headers));
    } else if (pathname === '/large') {
      response.end(Buffer.alloc(Number(searchParams.get('bytes'))));
    } else if (pathname === '/endless') {
      response.write('x');
    } else if (pathname === '/drops') {
      response.write(Buffer.alloc(2000));
      const timer = setInterval(() => response.write(Buffer.alloc(2000)), 1);
      response.on('close', () => clearInterval(timer));
    } else if (pathname === '/packed') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    } else if (pathname === '/missing') {
      response.writeHead(404).end();
    } else response.writeHead(200, { 'content-type': 'Text/Plain; charset=utf-8' }).end('hello');
  });
  strangerPort = await listen(stranger, STRANGER);
});
afterAll(() => {
  for (const server of [secret, stranger]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => (connections = 0));

async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

/** Names of the tests' DNS server. The public name resolves to an unused address, because TEST-NET would be rejected. */
const NAMES: Record<string, string[]> = {
  'stranger.example': [STRANGER],
  'private4.example': ['127.0.0.1'],
  'private6.example': ['::1'],
  'lan.example': ['192.168.1.1'],
  'cloud.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'both.example': [STRANGER, '127.0.0.1'],
  'zone.example': ['fe80::1%lo'],
  'nonsense.example': ['localhost'],
  'nothing.example': [],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'a.localhost': ['127.0.0.1'],
  'localhost.localdomain': ['127.0.0.1'],
  'ip6-localhost': ['::1'],
};

function make(given: Partial<OutboundParts> = {}) {
  return createOutbound({
    protocols: ['http:', 'https:'],
    ports: new Set([80, 443, secretPort]),
    resolve: async (host) => {
      const found = NAMES[host];
      if (found === undefined) throw new Error('ENOTFOUND');
      return found;
    },
    isExcepted: (address, port) => address === STRANGER && port === strangerPort,
    limitMs: 2_000,
    ...given,
  });
}

async function fetchText(address: string, given?: Partial<OutboundParts>): Promise<string> {
  try {
    return (await make(given).get(address, { accept: '*/*' })).bytes.toString();
  } catch (error) {
    return error instanceof OutboundError ? error.reason : String(error);
  }
}

/** Spellings of non-public hosts for use in a URL. */
const PRIVATE_HOSTS = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0x7f.1',
  '127.0.0.0x1',
  '0',
  '0.0.0.0',
  '0x0',
  '127。0。0。1',
  '127.0.0.1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2620:4f:8000::1]',
  '[3fff::1]',
  '[100::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'local%68ost',
  'loc​alhost',
  'localhost',
  'private4.example',
  'private6.example',
  'lan.example',
  'cloud.example',
  'mapped.example',
  'both.example',
  'zone.example',
  'nonsense.example',
];

/** Complete URLs that are rejected before any DNS lookup. */
const STRANGE_ADDRESSES = [
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:70/_GET',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'ws://127.0.0.1/',
  'unix:/var/run/docker.sock',
  '//127.0.0.1/',
  '/etc/passwd',
  'http://',
  '',
  'http://user@127.0.0.1/',
  'http://stranger.example@127.0.0.1/',
  'http://user:password@stranger.example/',
  'http://[::1',
  'http://[fe80::1%25lo]/',
  'http://256.1.1.1/',
  'http://127.0.0.1:99999/',
  'http://nothing.example/',
  'http://unknown.example/',
  'http://stranger.example:22/',
  'http://93.184.216.34:25/',
  'http://93.184.216.34:6379/',
];

describe('outbound requests', () => {
  it('blocks non-public hosts in any spelling, also after a redirect', async () => {
    const allowed = new Set(['hello', 'secret', 'connection failed', 'timed out']);
    const wrong: string[] = [];
    let cases = 0;
    const tryOne = async (address: string): Promise<void> => {
      cases += 1;
      const text = await fetchText(address);
      if (allowed.has(text)) wrong.push(`${address}: ${text}`);
    };
    for (const host of PRIVATE_HOSTS) {
      const address = `http://${host}:${secretPort}/`;
      await tryOne(address);
      await tryOne(`http://stranger.example:${strangerPort}/to?address=${encodeURIComponent(address)}`);
    }
    for (const address of STRANGE_ADDRESSES) {
      await tryOne(address);
      // A path without a host correctly redirects back to the permitted server.
      if (!/^[a-z]+:|^\/\//.test(address)) continue;
      await tryOne(`http://stranger.example:${strangerPort}/to?address=${encodeURIComponent(address)}`);
    }
    expect(wrong).toEqual([]);
    expect(connections).toBe(0);
    expect(cases).toBeGreaterThanOrEqual(200);
  });

  // Proves that the previous test can fail.
  it('connects to a non-public host that is exempt', async () => {
    const isExcepted = () => true;
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '127。0。0。1',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost.',
    ]) {
      expect([host, await fetchText(`http://${host}:${secretPort}/`, { isExcepted })]).toEqual([
        host,
        'secret',
      ]);
    }
    expect(connections).toBe(7);
  });

  it('connects to the checked address even if the name later resolves to another one', async () => {
    const answers = [[STRANGER], ['127.0.0.1'], ['127.0.0.1']];
    let lookups = 0;
    const resolve = async () => answers[lookups++] ?? [];
    const text = await fetchText(`http://rebinds.example:${strangerPort}/`, { resolve });
    expect([text, lookups, connections]).toEqual(['hello', 1, 0]);
    // The second DNS answer is used for the redirect to the same host, and is checked like the first.
    lookups = 0;
    const back = `http://rebinds.example:${secretPort}/`;
    const address = `http://rebinds.example:${strangerPort}/to?address=${encodeURIComponent(back)}`;
    expect(await fetchText(address, { resolve })).toBe('address not public');
    expect([lookups, connections]).toEqual([2, 0]);
  });

  it('rejects non-public hosts and protocols other than HTTPS by default', async () => {
    const plain = createOutbound({ resolve: async () => [STRANGER], isExcepted: () => true });
    await expect(plain.get(`http://stranger.example:${strangerPort}/`, { accept: '*/*' })).rejects.toThrow(
      'protocol not allowed',
    );
    const usual = createOutbound();
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      await expect(usual.get(`https://${host}/`, { accept: '*/*' })).rejects.toThrow('address not public');
    }
  });

  it('follows at most three redirects', async () => {
    const at = (remaining: number) =>
      fetchText(`http://stranger.example:${strangerPort}/round?left=${remaining}`);
    expect(await at(3)).toBe('arrived');
    expect(await at(4)).toBe('too many redirects');
  });

  it('limits the response in bytes and in time', async () => {
    const at = (path: string, limitMs = 2_000) =>
      fetchText(`http://stranger.example:${strangerPort}${path}`, { limitMs, maxBytes: 100_000 });
    expect((await at('/large?bytes=100000')).length).toBe(100_000);
    expect(await at('/large?bytes=100001')).toBe('too large');
    expect(await at('/drops')).toBe('too large');
    expect(await at('/endless', 150)).toBe('timed out');
    expect(await at('/packed')).toBe('unsupported encoding');
    expect(await at('/missing')).toBe('unexpected status');
    const stuck = { limitMs: 100, resolve: () => new Promise<never>(() => {}) };
    expect(await fetchText('http://stuck.example/', stuck)).toBe('timed out');
  });

  it('sends no credentials and uses no proxy', async () => {
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: `http://127.0.0.1:${secretPort}`, NODE_USE_ENV_PROXY: '1' });
    try {
      const text = await fetchText(`http://stranger.example:${strangerPort}/headers`);
      expect(Object.keys(JSON.parse(text) as object).toSorted()).toEqual(
        ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].toSorted(),
      );
      expect(connections).toBe(0);
    } finally {
      process.env = before;
    }
  });

  it('accepts public IPv4 and IPv6 addresses', () => {
    for (const address of [
      '1.1.1.1',
      '93.184.216.34',
      '172.15.0.1',
      '172.32.0.1',
      '2606:4700::1111',
      '2a00:1450::1',
    ])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });
});
