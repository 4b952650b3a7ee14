import { loadChunk } from '#ui/lazy/load-chunk.ts';
import type { TeamStore } from './team-store.ts';
import type { Command, Recipe } from '#platform/sync/rows/types.ts';

type Make = (store: TeamStore, args: never, back: never) => Command | null;

const makers = new Map<string, Make>();
const loaders = new Set<() => Promise<unknown>>();

/**
 * Names a factory that creates a command from plain data so that undo survives a reload. `name` is stored on devices: a factory with
 * another meaning needs another name. The factory returns null when there is nothing left to do.
 */
export function defineRecipe<Args>(
  name: string,
  // Each factory determines the type of its `back`: the `before` values of its fields.
  make: (store: TeamStore, args: Args, back: never) => Command | null,
): (args: Args) => Recipe {
  makers.set(name, make);
  return (args) => ({ name, args });
}

/** Returns the command that recreates the row known as `id`, possibly under a new id. */
export function reviveAs(id: string | undefined, command: Command): Command {
  const newId = command.effects[0]?.id;
  // Steps stored by app versions whose recipes did not record ids have no id.
  return id === undefined || newId === undefined ? command : { ...command, comesBackAs: { id, newId } };
}

/**
 * Creates the command of a recipe. Returns null if there is nothing left to do or the recipe is unknown because it is from another app
 * version.
 * @param back the fields to revert, for commands that change fields
 */
export function replayRecipe(store: TeamStore, { name, args }: Recipe, back?: unknown): Command | null {
  const make = makers.get(name) as
    | ((store: TeamStore, args: unknown, back: unknown) => Command | null)
    | undefined;
  return make?.(store, args, back) ?? null;
}

/** Registers the lazy-loaded module with a feature's recipes. The first paint does not need them. */
export function lazyRecipes(load: () => Promise<unknown>): void {
  loaders.add(load);
}

/** Loads all recipes. After a reload, any of them may be needed to undo the last action. */
export async function loadRecipes(): Promise<void> {
  await Promise.all([...loaders].map((load) => loadChunk(load)));
}
