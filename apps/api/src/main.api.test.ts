import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, presentToken } from '#testing/make.ts';
import { signInByPopup } from '#testing/popup.ts';
import { findFreePort } from '#testing/free-port.ts';
import { startApi, type RunningApi } from './main.ts';

describe('API process', () => {
  let env: Record<string, string>;
  let api: RunningApi;
  let target: { apiOrigin: string; webOrigin: string };

  beforeAll(async () => {
    env = {
      HEARTH_DATA: await mkdtemp(join(tmpdir(), 'hearth-main-')),
      API_PORT: String(await findFreePort()),
      LOG_LEVEL: 'silent',
    };
    api = await startApi(env);
    target = { apiOrigin: api.url, webOrigin: 'http://localhost:3000' };
  });
  afterAll(async () => {
    await api.close();
    await rm(env['HEARTH_DATA'] ?? '', { recursive: true, force: true });
  });

  it('starts and responds to health and readiness checks', async () => {
    const client = new Client(target);
    expect((await client.get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await client.get('/readyz')).body).toEqual({ status: 'ok' });
  });

  it('reports a port in use and releases the data folder for the next attempt', async () => {
    await api.close();
    const other = createServer();
    other.listen(Number(env['API_PORT']), 'localhost');
    await once(other, 'listening');
    await expect(startApi(env)).rejects.toMatchObject({ code: 'EADDRINUSE', port: Number(env['API_PORT']) });
    other.close();
    await once(other, 'close');
    api = await startApi(env);
    expect((await new Client(target).get('/healthz')).status).toBe(200);
  });

  it('keeps users, sessions and refresh handles across a restart', async () => {
    const client = new Client(target);
    const { fragment } = await signInByPopup(client, 'again@example.com');
    const before = await presentToken(client, fragment.get('token') ?? '');
    await api.close();
    api = await startApi(env);
    const after = await client.post('/auth/verify');
    expect([after.status, after.body]).toEqual([200, before.body]);
    const renewed = await client.post<{ token: string }>('/auth/google/refresh');
    expect(renewed.status).toBe(200);
    expect((await presentToken(client, renewed.body.token)).body).toEqual(before.body);
  });

  /** Starts a request whose headers the server has read, while it still waits for the body. */
  async function beginRequest(): Promise<ClientRequest> {
    const request = httpRequest(`${target.apiOrigin}/dev/identity-tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    });
    request.flushHeaders();
    await once(request, 'continue');
    return request;
  }

  it('completes in-flight requests on shutdown and closes idle connections immediately', async () => {
    const idle = connect(Number(env['API_PORT']), 'localhost');
    await once(idle, 'connect');
    const request = await beginRequest();
    const closed = api.close();
    idle.resume();
    await once(idle, 'close');
    request.end('{"email":"last@example.com","name":"Last"}');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
    await closed;
    await expect(fetch(`${target.apiOrigin}/healthz`)).rejects.toThrow('fetch failed');
    api = await startApi(env);
  });

  it('aborts an in-flight request that does not complete in time', async () => {
    const request = await beginRequest();
    const [[error]] = await Promise.all([once(request, 'error'), api.close()]);
    expect(error).toMatchObject({ code: 'ECONNRESET' });
    api = await startApi(env);
  });
});
