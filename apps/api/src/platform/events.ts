import type { User } from '@hearth/contracts/auth/auth';
import type { Plan } from '@hearth/contracts/billing/plans';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Team } from '@hearth/contracts/teams/teams';
import type { Provenance } from '#platform/audit/index.ts';
import type { Command } from '#platform/commands/index.ts';

type Listener<Args extends unknown[]> = (...args: Args) => Promise<void>;

/**
 * Events from a feature to features later in the feature list, which it may not import. A listener with a `Command` parameter runs inside
 * the transaction of that command, and an error in the listener fails the command.
 */
export interface Listeners {
  /** The clock of a development server was moved. Emitted on the node that moved it, before it responds. */
  'clock.moved': Listener<[now: Date]>;
  /** A user's name, address or image has changed, at a sign-in or in the account settings. */
  'person.changed': Listener<[before: User, after: User]>;
  /** Someone tried to sign in with this user's address but another account of the provider. */
  'signIn.refused': Listener<[userId: string, from: Provenance]>;
  /** A user signed out everywhere, or requested deletion of their account. */
  'person.signedOutEverywhere': Listener<[userId: string]>;
  'team.created': Listener<[command: Command, team: Team]>;
  /** The team's entitlement was updated, possibly to the same plan. The limits already match `plan`. */
  'plan.changed': Listener<[command: Command, plan: Plan]>;
  /** A membership ends. Its row still exists. */
  'member.removed': Listener<[command: Command, userId: string]>;
  /** These users may have lost access to objects. Their permissions have already been changed. */
  'rights.lost': Listener<[command: Command, userIds: readonly string[]]>;
  'project.trashed': Listener<[command: Command, projectId: string]>;
  'project.restored': Listener<[command: Command, projectId: string]>;
  /** The project's cycle schedule was set or changed, or the project was unarchived. */
  'project.cyclesPlanned': Listener<[command: Command, projectId: string]>;
  'project.triageTurnedOff': Listener<[command: Command, projectId: string]>;
  'project.keyChanged': Listener<[command: Command, project: Project]>;
  /** Members without an explicit grant can no longer see the project. */
  'project.madePrivate': Listener<[command: Command, project: Project]>;
}

type EventName = keyof Listeners;
type AnyListener = (...args: never[]) => Promise<void>;

export interface Events {
  on<N extends EventName>(name: N, listener: Listeners[N]): void;
  onEach(listeners: Partial<Listeners>): void;
  /** Runs the listeners one after another, in the order of the features, and waits for each. */
  emit<N extends EventName>(name: N, ...args: Parameters<Listeners[N]>): Promise<void>;
}

export function createEvents(): Events {
  // `Events` ensures type safety: within a map, the compiler can't relate a listener to the arguments of its event name.
  const listeners = new Map<EventName, AnyListener[]>();
  const add = (name: EventName, listener: AnyListener): void => {
    listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  };
  return {
    on: add,
    onEach(each) {
      for (const [name, listener] of Object.entries(each)) add(name as EventName, listener);
    },
    async emit(name, ...args) {
      for (const listener of listeners.get(name) ?? [])
        await (listener as (...values: unknown[]) => Promise<void>)(...args);
    },
  };
}
