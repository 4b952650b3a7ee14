import { foldWord } from '@hearth/contracts/core/fold';
import type { SyncRows } from '@hearth/contracts/sync';
import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { AvatarStack } from '#ui/display/avatar.tsx';
import type { Person } from '#ui/format/person.ts';
import { membersByName } from './members.data.ts';

function toPerson({ userId, name, image }: SyncRows['member']): Person {
  return { id: userId, name, image };
}

/** Members of the team by name, for avatars and pickers. */
export function usePeople(): readonly Person[] {
  const rows = useRows(membersByName(useTeamStore()));
  return useMemo(() => disambiguate(rows), [rows]);
}

function disambiguate(rows: readonly SyncRows['member'][]): Person[] {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(foldWord(name), (counts.get(foldWord(name)) ?? 0) + 1);
  return rows.map((row) =>
    row.email !== null && (counts.get(foldWord(row.name)) ?? 0) > 1
      ? { ...toPerson(row), namesakeEmail: row.email }
      : toPerson(row),
  );
}

/** Assignees of a task. Former members are omitted. */
export function Assignees({ ids, size }: { ids: readonly string[]; size?: number }) {
  const rows = useRowsOf('member', ids);
  if (rows.length === 0) return null;
  return <AvatarStack people={rows.map(toPerson)} size={size} />;
}
