import type { Provenance } from '#platform/audit/index.ts';
import type { App } from '#platform/feature.ts';

/** Runs when another account of the provider tried to sign in with the address of this person. */
type SignInRefusedListener = (userId: string, from: Provenance) => Promise<void>;

const listenersOf = new WeakMap<App, SignInRefusedListener[]>();

/** Lets features to the right tell those whom it concerns. */
export function onSignInRefused(app: App, listener: SignInRefusedListener): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

export async function tellSignInRefused(app: App, userId: string, from: Provenance): Promise<void> {
  for (const listener of listenersOf.get(app) ?? []) await listener(userId, from);
}
