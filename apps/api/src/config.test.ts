import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

describe('settings', () => {
  it('have defaults for this machine', () => {
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
  ])('refuse %o without Google: anybody could sign in as anybody', (env) => {
    expect(() => loadConfig(env)).toThrow('loopback only');
    expect(loadConfig({ ...env, ...GOOGLE }).google).toEqual({ clientId: 'id', clientSecret: 'secret' });
  });

  it('keep rate limits on wherever the API can be reached from outside', () => {
    expect(loadConfig({ RATE_LIMITS: 'off' }).hasRateLimits).toBe(false);
    expect(loadConfig({ ...GOOGLE, RATE_LIMITS: 'off', API_HOST: '0.0.0.0' }).hasRateLimits).toBe(true);
  });

  it('want both halves of the Google credentials', () => {
    expect(() => loadConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow('go together');
    expect(() => loadConfig({ GOOGLE_CLIENT_SECRET: 'secret' })).toThrow('go together');
  });

  it('want all of a bucket, or none of it', () => {
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

  it('name every one that is wrong', () => {
    const wrong = {
      API_PORT: 'many',
      SESSION_SECONDS: '0',
      RATE_LIMITS: 'maybe',
      WEB_ORIGIN: 'app.example.com',
    };
    for (const name of Object.keys(wrong)) expect(() => loadConfig(wrong)).toThrow(`${name}: `);
  });

  it('count an empty one as not given', () => {
    expect(loadConfig({ API_PORT: '', GOOGLE_CLIENT_ID: '' }).apiPort).toBe(4000);
  });
});
