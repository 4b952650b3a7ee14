import type { App } from '#platform/feature.ts';

/** Runs when somebody signs out everywhere, or asks for their account to be deleted. */
type SignedOutListener = (userId: string) => Promise<void>;

const listenersOf = new WeakMap<App, SignedOutListener[]>();

/** Lets features to the right end what else lets a person in. */
export function onSignedOutEverywhere(app: App, listener: SignedOutListener): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

export async function tellSignedOut(app: App, userId: string): Promise<void> {
  for (const listener of listenersOf.get(app) ?? []) await listener(userId);
}
