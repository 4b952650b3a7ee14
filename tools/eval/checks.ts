import { addDays, weekdayOf } from '@hearth/contracts/core/days';
import type { World } from './world.ts';

export interface Case {
  family: 'create' | 'change' | 'ask' | 'find' | 'report' | 'control';
  /** The user's messages of one conversation, in order. `{login}` is replaced with the key of the seeded task `login`. */
  say: readonly string[];
  /** Whether the proposals are confirmed. */
  confirms?: true;
  /**
   * Checks the outcome.
   * @returns a description of the mismatch, or null if the case passed
   */
  check: (world: World) => Promise<string | null>;
}

export const last = (world: World): string => world.answers.at(-1)?.text ?? '';

/** Checks that the last answer contains all of `has` and none of `hasNot`. */
export function says(has: readonly (string | RegExp)[], hasNot: readonly string[] = []): Case['check'] {
  return async (world) => {
    const text = last(world);
    const missing = has.find((one) => (typeof one === 'string' ? !text.includes(one) : !one.test(text)));
    if (missing !== undefined) return `does not say ${String(missing)}: ${text}`;
    const extra = hasNot.find((one) => text.includes(one));
    return extra === undefined ? null : `says ${extra}: ${text}`;
  };
}

/** Checks fields of the task with this title. Statuses and labels are given by name. */
export function task(title: string, fields: (world: World) => Record<string, unknown>): Case['check'] {
  return async (world) => {
    const found = await world.find(title);
    if (found === undefined) return `no task “${title}”: ${last(world)}`;
    const shown: Record<string, unknown> = {
      ...found,
      status: await world.named('statuses', found.statusId),
      label: await world.named('labels', found.labelIds[0]),
    };
    for (const [name, value] of Object.entries(fields(world))) {
      if (JSON.stringify(shown[name]) !== JSON.stringify(value))
        return `${name} of “${title}” is ${JSON.stringify(shown[name])}, not ${JSON.stringify(value)}: ${last(world)}`;
    }
    return null;
  };
}

export const taskExists = (title: string): Case['check'] => task(title, () => ({}));
export const taskDeleted =
  (title: string): Case['check'] =>
  async (world) =>
    (await world.find(title)) === undefined ? null : `“${title}” is still there: ${last(world)}`;

export function all(...checks: Case['check'][]): Case['check'] {
  return async (world) => {
    for (const check of checks) {
      const fault = await check(world);
      if (fault !== null) return fault;
    }
    return null;
  };
}

/** Checks that the last answer cites a source with this title. */
export const cites =
  (title: string): Case['check'] =>
  async (world) =>
    world.answers.at(-1)?.citations.some((one) => one.title.includes(title)) === true
      ? null
      : `does not cite ${title}: ${last(world)}`;

export const proposes =
  (act: string): Case['check'] =>
  async (world) =>
    world.answers.at(-1)?.proposals.some(({ changes }) => changes.some((one) => one.act === act)) === true
      ? null
      : `proposes no ${act}: ${last(world)}`;

export const nextFriday = (today: string): string => addDays(today, (5 - weekdayOf(today) + 7) % 7);
export const nextMonday = (today: string): string => addDays(today, 8 - weekdayOf(today));
export const mine = (world: World) => [world.people.ada.user.id];
export const his = (world: World) => [world.people.bob.user.id];

const does = (line: string | readonly string[], check: Case['check'], family: Case['family']): Case => ({
  family,
  say: typeof line === 'string' ? [line] : line,
  confirms: true,
  check,
});
export const create = (line: string | readonly string[], check: Case['check']) => does(line, check, 'create');
export const change = (line: string | readonly string[], check: Case['check']) => does(line, check, 'change');
const createFamily =
  (family: Case['family']) =>
  (line: string | readonly string[], check: Case['check']): Case => ({
    family,
    say: typeof line === 'string' ? [line] : line,
    check,
  });
export const ask = createFamily('ask');
export const find = createFamily('find');
export const report = createFamily('report');
export const control = createFamily('control');
