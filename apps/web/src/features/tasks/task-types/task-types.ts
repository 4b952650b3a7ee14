import type { SyncRows } from '@hearth/contracts/sync';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { compareByPosition, useTeamStore, type TeamStore, type View } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';

export type TaskType = SyncRows['taskType'];

/** Labels of the default types of a new team, by the name that the server assigns. */
const FIRST_TYPE_LABELS: Record<string, MessageDescriptor> = {
  Task: msg({ message: 'Task', context: 'type of work' }),
  Bug: msg({ message: 'Bug', context: 'type of work' }),
  Feature: msg({ message: 'Feature', context: 'type of work' }),
};

/** The task types of the team, in order. */
export function typesInOrder(store: TeamStore): View<'taskType'> {
  return store.sharedView('task types', { entity: 'taskType', compare: compareByPosition });
}

/** Translates the names of default types and keeps names given by the team. */
export function nameType(name: string, translate: (label: MessageDescriptor) => string): string {
  const label = Object.hasOwn(FIRST_TYPE_LABELS, name) ? FIRST_TYPE_LABELS[name] : undefined;
  return label === undefined ? name : translate(label);
}

/** Returns the task types of the team in order, with translated names. */
export function useTaskTypes(): readonly TaskType[] {
  const rows = useRows(typesInOrder(useTeamStore()));
  const { t } = useLingui();
  return useMemo(() => rows.map((type) => ({ ...type, name: nameType(type.name, t) })), [rows, t]);
}
