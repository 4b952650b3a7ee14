import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import { testEngines, type TestEngine } from '#testing/databases.ts';
import { readHeaders, startMailServer, type MailServer } from '#testing/mail-server.ts';
import { Client } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';

const MESSAGE = { name: 'Ada Berg', email: 'ada@example.com', message: 'Hello,\nis there a plan for two?' };
const SETTINGS = { MAIL_FROM: 'Hearth <no-reply@hearth.example>', CONTACT_ADDRESS: 'people@hearth.example' };

// One engine is sufficient because the message is not stored in the database.
const [engine] = testEngines.slice(-1) as [TestEngine];

describe('contact form', () => {
  const apps: TestApp[] = [];
  const start = async (env: Record<string, string>): Promise<{ api: TestApp; visitor: Client }> => {
    const api = await startApp(engine, { env });
    apps.push(api);
    return { api, visitor: new Client(api) };
  };
  afterEach(async () => {
    for (const api of apps.splice(0)) await api.close();
  });

  it('returns only the contact address and rejects messages without a mail server', async () => {
    const { visitor } = await start({});
    expect((await visitor.get('/contact')).body).toEqual({
      contact: { address: 'contact@localhost', takesMessages: false },
    });
    const refused = await visitor.post<Problem>('/contact', MESSAGE);
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(refused.body.detail).toContain('contact@localhost');
  });

  describe('with a mail server', () => {
    let mail: MailServer;
    let env: Record<string, string>;
    let api: TestApp;
    let visitor: Client;
    beforeAll(async () => {
      mail = await startMailServer();
      env = mail.env;
      api = await startApp(engine, { env });
      visitor = new Client(api);
    });
    afterEach(() => void mail.mails.splice(0));
    afterAll(async () => {
      await api.close();
      await mail.close();
    });

    it('delivers the message with its author as reply-to', async () => {
      expect((await visitor.get('/contact')).body).toEqual({
        contact: { address: 'people@hearth.example', takesMessages: true },
      });
      expect((await visitor.post('/contact', MESSAGE)).status).toBe(202);
      const [sent] = mail.mails;
      expect(sent).toMatchObject({
        from: 'no-reply@hearth.example',
        to: ['people@hearth.example'],
        user: 'robot',
      });
      const headers = readHeaders(sent?.raw ?? '');
      expect(headers.get('from')).toBe('Hearth <no-reply@hearth.example>');
      expect(headers.get('reply-to')).toBe('Ada Berg <ada@example.com>');
      expect(headers.get('to')).toBe('people@hearth.example');
      expect(headers.get('subject')).toBe('Message from Ada Berg');
      expect(headers.get('content-type')).toContain('text/plain');
      expect(sent?.raw).toContain('Hello,\r\nis there a plan for two?');
    });

    it('encodes non-Latin names and messages', async () => {
      await visitor.post('/contact', { ...MESSAGE, name: 'मीरा', message: 'नमस्ते' });
      const raw = mail.mails[0]?.raw ?? '';
      const quoted = [...Buffer.from('नमस्ते')].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('');
      expect(raw).toContain(quoted);
      expect(readHeaders(raw).get('subject')).toMatch(/^=\?UTF-8\?Q\?Message_from_=E0/);
    });

    it.each([
      ['name', { name: 'Ada\r\nBcc: everybody@example.com' }],
      ['name', { name: 'Ada\nBcc: everybody@example.com' }],
      ['email', { email: 'ada@example.com\r\nBcc: everybody@example.com' }],
      ['email', { email: 'ada@example.com, everybody@example.com' }],
      ['email', { email: 'ada' }],
      ['name', { name: '  ' }],
      ['message', { message: '' }],
      ['message', { message: 'x'.repeat(5001) }],
      ['bcc', { bcc: 'everybody@example.com' }],
    ])('rejects an invalid %s: %o', async (field, change) => {
      const refused = await visitor.post<Problem>('/contact', { ...MESSAGE, ...change });
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
      expect(refused.body.errors?.map(({ path }) => path)).toEqual([field]);
      expect(mail.mails).toEqual([]);
    });

    it('prevents injection of headers and recipients', async () => {
      const name = 'Ada"<x@example.com>,\u2028Bcc: everybody@example.com';
      const message = '.\r\nRCPT TO:<everybody@example.com>\r\n\r\nBcc: everybody@example.com';
      expect((await visitor.post('/contact', { ...MESSAGE, name, message })).status).toBe(202);
      const [sent] = mail.mails;
      expect(mail.mails).toHaveLength(1);
      expect(sent?.to).toEqual(['people@hearth.example']);
      const headers = readHeaders(sent?.raw ?? '');
      expect([...headers.keys()]).not.toContain('bcc');
      expect(headers.get('reply-to')).toMatch(/<ada@example\.com>$/);
    });

    it('silently drops messages with a filled honeypot', async () => {
      const response = await visitor.post('/contact', { ...MESSAGE, website: 'https://spam.example' });
      expect(response.status).toBe(202);
      expect(mail.mails).toEqual([]);
    });

    it('allows at most five messages per IP address', async () => {
      const { visitor } = await start({ ...env, RATE_LIMITS: 'on' });
      for (let n = 0; n < 5; n += 1) expect((await visitor.post('/contact', MESSAGE)).status).toBe(202);
      const refused = await visitor.post<Problem>('/contact', MESSAGE);
      expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    });

    it('returns 503 when the mail server rejects the password', async () => {
      const { visitor } = await start({ ...env, SMTP_URL: `smtp://robot:no@127.0.0.1:${mail.port}` });
      expect((await visitor.post('/contact', MESSAGE)).status).toBe(503);
    });
  });

  it('returns 503 when the mail server is unreachable', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const { visitor } = await start({ ...SETTINGS, SMTP_URL: `smtp://127.0.0.1:${port}` });
    const refused = await visitor.post<Problem>('/contact', MESSAGE);
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(refused.body.detail).toContain('people@hearth.example');
  });

  it('returns 503 when the mail server does not respond', async () => {
    const silent: Server = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { visitor } = await start({ ...SETTINGS, SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect((await visitor.post('/contact', MESSAGE)).status).toBe(503);
    await new Promise((resolve) => silent.close(resolve));
  });
});
