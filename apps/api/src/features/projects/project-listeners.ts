import type { Project } from '@hearth/contracts/projects/projects';
import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

/** Hooks of features to the right inside a command that changes a project as a whole. */
export interface ProjectListener {
  /** The project goes to the trash. */
  trashed(command: Command, projectId: string): Promise<void>;
  /** The project has come back. */
  restored(command: Command, projectId: string): Promise<void>;
  /** Its cycles are to come in another way. */
  planned(command: Command, projectId: string): Promise<void>;
  /** Nothing waits in its triage any more. */
  opened(command: Command, projectId: string): Promise<void>;
  /** The project has another key. */
  rekeyed(command: Command, project: Project): Promise<void>;
  /** Whoever has no right of their own on the project sees it no more. */
  madePrivate(command: Command, project: Project): Promise<void>;
}

const listenersOf = new WeakMap<App, Partial<ProjectListener>[]>();

/** They run in the order of the features. */
export function onProject(app: App, listener: Partial<ProjectListener>): void {
  listenersOf.set(app, [...(listenersOf.get(app) ?? []), listener]);
}

export function listenersTo(app: App): readonly Partial<ProjectListener>[] {
  return listenersOf.get(app) ?? [];
}
