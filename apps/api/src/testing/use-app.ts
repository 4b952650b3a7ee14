import { afterAll, beforeAll } from 'vitest';
import type { TestEngine } from './databases.ts';
import { SignedIn, signInAs } from './make.ts';
import { shareApp, startApp, type SharedApp, type TestApp } from './start-app.ts';

/*
 * Set-up of a suite. Call these functions in the body of `describe`. Hooks and tests may use the returned objects. The body itself may not,
 * because they are filled in before the first test.
 */

/** Uses the server shared by all test files of a worker. See `shareApp`. */
export function useSharedApp(engine: TestEngine): SharedApp {
  const api = {} as SharedApp;
  beforeAll(async () => void Object.assign(api, await shareApp(engine)));
  return api;
}

/** Starts a separate server for the suite and closes it afterwards. See `startApp`. */
export function useApp(engine: TestEngine, options: Parameters<typeof startApp>[1] = {}): TestApp {
  const api = {} as TestApp;
  beforeAll(async () => void Object.assign(api, await startApp(engine, options)));
  afterAll(async () => await api.close?.());
  return api;
}

/** Signs in one user per name, with the address `<name>@example.com`. */
export function usePeople<const Names extends readonly string[]>(
  api: SharedApp,
  ...names: Names
): { [At in keyof Names]: SignedIn } {
  const people = names.map(() => new SignedIn(api));
  beforeAll(async () => {
    for (const [at, person] of people.entries()) await signInAs(person, `${names[at]}@example.com`);
  });
  return people as { [At in keyof Names]: SignedIn };
}
