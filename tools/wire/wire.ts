import { Checks, Person, type Target } from './client.ts';
import { checkSignIn } from './people.ts';
import { checkTeams } from './teams.ts';
import { checkWork } from './work.ts';

/**
 * An API contract test: walks through what outside programs rely upon, on a running server, knowing nothing
 * of its code.
 */
async function checkWire(target: Target): Promise<Checks> {
  const checks = new Checks();
  const anybody = new Person(target);
  const health = await anybody.send('GET', '/healthz');
  checks.expect('healthz', health.status === 200 && health.body.status === 'ok', health.body);
  checks.expect('readyz', (await anybody.send('GET', '/readyz')).status === 200);
  checks.expect(
    'OpenAPI 3.1',
    (await anybody.send('GET', '/openapi.json')).body.openapi?.startsWith('3.1') === true,
  );
  checks.expect('metrics', (await anybody.send('GET', '/metrics')).status === 200);
  await checkSignIn(target, checks);
  await checkTeams(target, checks);
  await checkWork(target, checks);
  return checks;
}

if (import.meta.main) {
  const target = {
    apiOrigin: process.env['API_ORIGIN'] ?? 'http://localhost:4000',
    webOrigin: process.env['WEB_ORIGIN'] ?? 'http://localhost:3000',
  };
  const checks = await checkWire(target);
  for (const failure of checks.failures) console.error(`✗ ${failure}`);
  console.log(`${checks.passed} passed, ${checks.failures.length} failed`);
  process.exitCode = checks.failures.length === 0 ? 0 : 1;
}
