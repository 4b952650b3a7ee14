import type { User } from '@hearth/contracts/auth/auth';
import type { App } from '#platform/feature.ts';

/** Runs after a sign-in brought another name, address or picture. */
type PersonChangedListener = (before: User, after: User) => Promise<void>;

const listenersOf = new WeakMap<App, PersonChangedListener[]>();

/** Lets features to the right bring what they show of a person up to date. */
export function onPersonChanged(app: App, listener: PersonChangedListener): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

/** A listener that fails does not fail the sign-in: what it would have written comes with the next snapshot. */
export async function tellPersonChanged(app: App, before: User, after: User): Promise<void> {
  for (const listener of listenersOf.get(app) ?? []) {
    try {
      await listener(before, after);
    } catch (error) {
      app.log.error({ err: error, userId: after.id }, 'a changed profile could not be told to the teams');
    }
  }
}

export function isSamePerson(one: User, other: User): boolean {
  return one.name === other.name && one.email === other.email && one.image === other.image;
}
