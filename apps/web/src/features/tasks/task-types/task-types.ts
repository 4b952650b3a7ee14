import type { SyncRows } from '@hearth/contracts/sync';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { compareByPosition, useTeamStore, type TeamStore, type View } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';

export type TaskType = SyncRows['taskType'];

/** What every team begins with, as the server names it. */
const FIRST_TYPE_WORDS: Record<string, MessageDescriptor> = {
  Task: msg({ message: 'Task', context: 'type of work' }),
  Bug: msg({ message: 'Bug', context: 'type of work' }),
  Feature: msg({ message: 'Feature', context: 'type of work' }),
};

/** The types of work of the team, in order. */
export function typesInOrder(store: TeamStore): View<'taskType'> {
  return store.sharedView('task types', { entity: 'taskType', compare: compareByPosition });
}

/** A name that the team has given stays; one that every team begins with is said in the reader's language. */
export function nameType(name: string, say: (words: MessageDescriptor) => string): string {
  const words = Object.hasOwn(FIRST_TYPE_WORDS, name) ? FIRST_TYPE_WORDS[name] : undefined;
  return words === undefined ? name : say(words);
}

/** The types of work of the team in order, called what this reader calls them. */
export function useTaskTypes(): readonly TaskType[] {
  const rows = useRows(typesInOrder(useTeamStore()));
  const { t } = useLingui();
  return useMemo(() => rows.map((type) => ({ ...type, name: nameType(type.name, t) })), [rows, t]);
}
