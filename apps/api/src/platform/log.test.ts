import { Writable } from 'node:stream';

import { expect, it } from 'vitest';

import { createLogger } from './log.ts';

function captureLog(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(createLogger({ level: 'info', destination }));
  return text;
}

it('redacts secrets at any depth and in any spelling of their keys', () => {
  const secret = 'hunter2-hunter2';
  const text = captureLog((logger) =>
    logger.info(
      {
        headers: { cookie: secret, Authorization: secret, 'set-cookie': [secret] },
        deep: [{ er: { invite_link: secret, refreshToken: secret, email: secret } }],
        kept: 'seen',
      },
      'hello',
    ),
  );
  expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toMatchObject({ kept: 'seen', msg: 'hello', level: 'info' });
});

it('omits values that PostgreSQL repeats in its errors', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com)',
  });
  const text = captureLog((logger) => logger.error({ err: error }, 'failed'));
  expect(text).not.toContain('ann@example.com');
  expect(JSON.parse(text)).toMatchObject({ err: { code: '23505', message: 'duplicate key' } });
});

it('writes each event on one line, regardless of its values', () => {
  const text = captureLog((logger) => logger.info({ name: 'a\n{"level":"error"}\u001b[2J' }, 'b\r\nc'));
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text).not.toContain('\u001b');
});
