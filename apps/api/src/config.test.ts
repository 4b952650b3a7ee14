import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

describe('loadConfig', () => {
  it('uses defaults for a local installation', () => {
    expect(loadConfig({})).toMatchObject({
      webOrigin: 'http://localhost:3000',
      apiOrigin: 'http://localhost:4000',
      apiHost: 'localhost',
      sessionSeconds: 1_209_600,
      hasRateLimits: true,
      isOnLoopback: true,
      google: undefined,
    });
  });

  it.each([
    { API_HOST: '0.0.0.0' },
    { API_HOST: '::' },
    { API_HOST: '192.168.1.10' },
    { WEB_ORIGIN: 'https://app.example.com' },
    { API_ORIGIN: 'https://api.example.com' },
    { API_ORIGIN: 'http://localhost.example.com' },
  ])('rejects %o without Google sign-in, since the development sign-in accepts any identity', (env) => {
    expect(() => loadConfig(env)).toThrow('loopback only');
    expect(loadConfig({ ...env, ...GOOGLE }).google).toEqual({ clientId: 'id', clientSecret: 'secret' });
  });

  it('honours RATE_LIMITS=off only while the API listens on the loopback interface', () => {
    expect(loadConfig({ RATE_LIMITS: 'off' }).hasRateLimits).toBe(false);
    expect(loadConfig({ ...GOOGLE, RATE_LIMITS: 'off', API_HOST: '0.0.0.0' }).hasRateLimits).toBe(true);
  });

  it('rejects a Google client id without its secret and vice versa', () => {
    expect(() => loadConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow('go together');
    expect(() => loadConfig({ GOOGLE_CLIENT_SECRET: 'secret' })).toThrow('go together');
  });

  it('reads complete bucket settings and rejects partial settings and invalid bucket names', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example.com',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(loadConfig({}).s3).toBeUndefined();
    expect(loadConfig(bucket).s3).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'files',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    for (const name of Object.keys(bucket))
      expect(() => loadConfig({ ...bucket, [name]: '' })).toThrow('go together');
    expect(() => loadConfig({ ...bucket, S3_BUCKET: '../x' })).toThrow('S3_BUCKET: ');
  });

  const razorpay = {
    RAZORPAY_KEY_ID: 'rzp_live_1',
    RAZORPAY_KEY_SECRET: 'key secret',
    RAZORPAY_WEBHOOK_SECRET: 'new, old,',
  };

  it('reads complete payment gateway keys and rejects partial ones', () => {
    expect(loadConfig(razorpay).payment).toEqual({
      isSandbox: false,
      url: 'https://api.razorpay.com/v1',
      keyId: 'rzp_live_1',
      keySecret: 'key secret',
      webhookSecrets: ['new', 'old'],
    });
    for (const name of Object.keys(razorpay))
      expect(() => loadConfig({ ...razorpay, [name]: '' })).toThrow('go together');
    expect(() => loadConfig({ ...razorpay, RAZORPAY_WEBHOOK_SECRET: ' , ' })).toThrow('go together');
  });

  it('requires https for gateway URLs except on the loopback interface, and requires the gateway keys', () => {
    const at = (url: string) => loadConfig({ ...razorpay, RAZORPAY_URL: url }).payment?.url;
    expect(at('https://gateway.example.com/v1/')).toBe('https://gateway.example.com/v1');
    expect(at('http://127.0.0.1:9/v1')).toBe('http://127.0.0.1:9/v1');
    expect(at('http://[::1]:9/v1')).toBe('http://[::1]:9/v1');
    expect(() => at('http://gateway.example.com/v1')).toThrow('must use https');
    expect(() => at('ftp://localhost/v1')).toThrow('RAZORPAY_URL: ');
    expect(() => loadConfig({ RAZORPAY_URL: 'https://gateway.example.com/v1' })).toThrow('RAZORPAY_URL');
  });

  it('defaults to the payment sandbox on a derived port, and to no gateway with Google sign-in', () => {
    expect(loadConfig({}).payment).toEqual({
      isSandbox: true,
      url: 'http://localhost:4100/v1',
      port: 4100,
    });
    expect(loadConfig({ API_PORT: '5000' }).payment?.url).toBe('http://localhost:5100/v1');
    expect(loadConfig({ API_PORT: '65500' }).payment?.url).toBe('http://localhost:65400/v1');
    expect(loadConfig({ API_PORT: '5000', SANDBOX_PORT: '5200' }).payment?.url).toBe(
      'http://localhost:5200/v1',
    );
    expect(loadConfig({ SANDBOX_PORT: '5100' }).payment?.url).toBe('http://localhost:5100/v1');
    expect(loadConfig(GOOGLE).payment).toBeNull();
    expect(loadConfig({ ...GOOGLE, ...razorpay }).payment?.isSandbox).toBe(false);
  });

  it('accepts HEARTH_CLOCK only with a time zone offset and on a local development installation', () => {
    expect(loadConfig({}).clockStart).toBeNull();
    const start = { HEARTH_CLOCK: '2026-11-20T09:00:00+05:30' };
    expect(loadConfig(start).clockStart).toEqual(new Date('2026-11-20T03:30:00Z'));
    expect(() => loadConfig({ ...start, ...GOOGLE })).toThrow('requires the development identity provider');
    expect(() => loadConfig({ ...start, API_HOST: '0.0.0.0' })).toThrow('loopback only');
    for (const wrong of ['2026-11-20', 'tomorrow', '2026-11-20T03:30:00'])
      expect(() => loadConfig({ HEARTH_CLOCK: wrong })).toThrow('HEARTH_CLOCK: ');
  });

  it('rejects incomplete or inconsistent seller settings', () => {
    const seller = {
      BILLING_NAME: 'Hearth Software',
      BILLING_ADDRESS: '12 Residency Road, Bengaluru',
      BILLING_STATE: '29',
      BILLING_GSTIN: '29AAGCB7383J1Z4',
    };
    expect(loadConfig({}).seller).toBeUndefined();
    expect(loadConfig(seller).seller).toMatchObject({ state: '29', gstin: '29AAGCB7383J1Z4' });
    for (const name of Object.keys(seller))
      expect(() => loadConfig({ ...seller, [name]: '' })).toThrow('go together');
    expect(() => loadConfig({ ...seller, BILLING_STATE: '32' })).toThrow('a different state');
    expect(() => loadConfig({ ...seller, BILLING_STATE: '99' })).toThrow('BILLING_STATE: ');
    expect(() => loadConfig({ ...seller, BILLING_GSTIN: '29AAGCB7383J1Z5' })).toThrow('BILLING_GSTIN: ');
  });

  it('reports every invalid setting', () => {
    const wrong = {
      API_PORT: 'many',
      SESSION_SECONDS: '0',
      RATE_LIMITS: 'maybe',
      WEB_ORIGIN: 'app.example.com',
    };
    for (const name of Object.keys(wrong)) expect(() => loadConfig(wrong)).toThrow(`${name}: `);
  });

  it('treats empty values as unset', () => {
    expect(loadConfig({ API_PORT: '', GOOGLE_CLIENT_ID: '' }).apiPort).toBe(4000);
  });
});
