import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

/** Hooks of features to the right, in the same command, for people who may see less after it. */
type RightsListener = (command: Command, userIds: readonly string[]) => Promise<void>;

const listenersOf = new WeakMap<App, RightsListener[]>();

export function onRightsLost(app: App, listener: RightsListener): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

/** To be called once the rights are as they will be. */
export async function tellRightsLost(app: App, command: Command, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const listener of listenersOf.get(app) ?? []) await listener(command, userIds);
}
