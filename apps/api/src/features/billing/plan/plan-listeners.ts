import type { Plan } from '@hearth/contracts/billing/plans';
import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

/** Runs inside the command that changes what a team is entitled to, with the plan that is in force from now on. */
type PlanListener = (command: Command, plan: Plan) => Promise<void>;

const listenersOf = new WeakMap<App, PlanListener[]>();

/** Lets features to the right follow the plan. They run in the order of the features. */
export function onPlanInForce(app: App, listener: PlanListener): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

/** To be called once the limits and counters are those of the plan. */
export async function tellPlanInForce(app: App, command: Command, plan: Plan): Promise<void> {
  for (const listener of listenersOf.get(app) ?? []) await listener(command, plan);
}
