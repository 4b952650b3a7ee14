import type { SavedView } from '@hearth/contracts/views/saved-views';
import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

/**
 * Hooks of features to the right inside a command that takes a view away, from everybody or from all but
 * `keptBy`.
 */
type ViewListener = (command: Command, view: SavedView, keptBy: string | null) => Promise<void>;

const listenersOf = new WeakMap<App, ViewListener[]>();

export function onViewWithdrawn(app: App, listener: ViewListener): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

export async function tellViewWithdrawn(
  app: App,
  command: Command,
  view: SavedView,
  keptBy: string | null,
): Promise<void> {
  for (const listener of listenersOf.get(app) ?? []) await listener(command, view, keptBy);
}
