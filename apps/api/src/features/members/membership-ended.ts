import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

/** Runs inside the command that ends somebody's membership, while the membership still stands. */
type MembershipEndListener = (command: Command, userId: string) => Promise<void>;

const listenersOf = new WeakMap<App, MembershipEndListener[]>();

/** Lets features to the right take back what hangs on a membership. They run in the order of the features. */
export function onMembershipEnd(app: App, listener: MembershipEndListener): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

export async function tellMembershipEnd(app: App, command: Command, userId: string): Promise<void> {
  for (const listener of listenersOf.get(app) ?? []) await listener(command, userId);
}
