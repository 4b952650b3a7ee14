import { loadChunk } from '#ui/lazy/load-chunk.ts';
import type { TeamStore } from './team-store.ts';
import type { Command, Recipe } from '#platform/sync/rows/types.ts';

type Make = (store: TeamStore, args: never, back: never) => Command | null;

const makers = new Map<string, Make>();
const loaders = new Set<() => Promise<unknown>>();

/**
 * Names a way to make a command from plain data, so that undo outlives a reload. `name` is kept on devices:
 * another meaning needs another name. The maker gives null when there is nothing left to do.
 */
export function defineRecipe<Args>(
  name: string,
  // Each knows what it is given back: the fields of its `before`.
  make: (store: TeamStore, args: Args, back: never) => Command | null,
): (args: Args) => Recipe {
  makers.set(name, make);
  return (args) => ({ name, args });
}

/** The command that makes a row again which was known as `id`: the server answers an id that it knows with what became of it. */
export function reviveAs(id: string | undefined, command: Command): Command {
  const newId = command.effects[0]?.id;
  // A step that was kept before ids were does not say it.
  return id === undefined || newId === undefined ? command : { ...command, comesBackAs: { id, newId } };
}

/**
 * Makes the command of a recipe. Null where the recipe is not known: it is of another version of the app.
 * @param back what goes back to what it was; for commands that change fields
 */
export function replayRecipe(store: TeamStore, { name, args }: Recipe, back?: unknown): Command | null {
  const make = makers.get(name) as
    | ((store: TeamStore, args: unknown, back: unknown) => Command | null)
    | undefined;
  return make?.(store, args, back) ?? null;
}

/** Registers the lazy-loaded module of a feature's recipes, which the first paint does without. */
export function lazyRecipes(load: () => Promise<unknown>): void {
  loaders.add(load);
}

/** Loads all recipes: after a reload it may be any of them that undoes the last act. */
export async function loadRecipes(): Promise<void> {
  await Promise.all([...loaders].map((load) => loadChunk(load)));
}
