import type { SyncRows } from '@hearth/contracts/sync';
import type { TemplateKind } from '@hearth/contracts/templates/template-values';
import type { TeamStore, View } from '#platform/sync/index.ts';
import { compareNames } from '#ui/format/formats.ts';

export type TeamTemplate = SyncRows['template'];

/** The templates of the team by name, grouped by kind. */
export function templatesByKind(store: TeamStore): View<'template'> {
  return store.sharedView('templates', {
    entity: 'template',
    group: ({ kind }) => kind satisfies TemplateKind,
    compare: (a, b) => compareNames(a.name, b.name),
  });
}
