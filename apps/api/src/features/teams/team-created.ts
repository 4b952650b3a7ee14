import type { Team } from '@hearth/contracts/teams/teams';
import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

/** Runs inside the command that makes the team, so that what it adds is there from the first moment. */
type TeamCreatedListener = (command: Command, team: Team) => Promise<void>;

const listenersOf = new WeakMap<App, TeamCreatedListener[]>();

/** Lets features to the right give a new team what it starts with. They run in the order of the features. */
export function onTeamCreated(app: App, listener: TeamCreatedListener): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

export async function tellTeamCreated(app: App, command: Command, team: Team): Promise<void> {
  for (const listener of listenersOf.get(app) ?? []) await listener(command, team);
}
