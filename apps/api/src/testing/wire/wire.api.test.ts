import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';

const script = fileURLToPath(new URL('../../../../../tools/lab/wire.ts', import.meta.url));

describeOneEngine('API contract', (engine) => {
  it('passes the smoke test of an external client', async () => {
    const server = await startApp(engine);
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [script], {
        env: { API_ORIGIN: server.apiOrigin, WEB_ORIGIN: server.webOrigin },
        timeout: 50_000,
      });
      expect(stdout.trim()).toMatch(/^\d{2} passed, 0 failed$/);
    } finally {
      await server.close();
    }
  });
});
