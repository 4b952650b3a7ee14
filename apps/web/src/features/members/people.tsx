import { foldWord } from '@hearth/contracts/core/fold';
import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { Avatar, AvatarStack } from '#ui/display/avatar.tsx';
import { useFormats } from '#ui/format/formats.ts';
import type { Person } from '#ui/format/person.ts';
import type { PickerOption } from '#ui/overlays/picker.tsx';
import { membersByName } from './members.data.ts';
import { ROLE_LABELS } from './role-labels.ts';

type Member = SyncRows['member'];

function toPerson({ userId, name, image }: Member): Person {
  return { id: userId, name, image };
}

/** Members of the team by name, for avatars and pickers. */
export function usePeople(): readonly Person[] {
  const { t } = useLingui();
  const formats = useFormats();
  const rows = useRows(membersByName(useTeamStore()));
  return useMemo(() => {
    const describe = ({ email, teamRole, joinedAt }: Member): string => {
      if (email !== null) return email;
      const role = t(ROLE_LABELS[teamRole]);
      const when = formats.moment(joinedAt, { dateStyle: 'medium', timeStyle: 'short' });
      return t`${role}, joined ${when}`;
    };
    return disambiguate(rows, describe);
  }, [rows, formats, t]);
}

function disambiguate(rows: readonly Member[], describe: (row: Member) => string): Person[] {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(foldWord(name), (counts.get(foldWord(name)) ?? 0) + 1);
  return rows.map((row) =>
    (counts.get(foldWord(row.name)) ?? 0) > 1
      ? { ...toPerson(row), namesakeHint: describe(row) }
      : toPerson(row),
  );
}

/** The option of a person in a picker. */
export function toPersonOption(person: Person): PickerOption {
  return {
    value: person.id,
    label: person.name,
    icon: <Avatar person={person} size={20} />,
    ...(person.namesakeHint === undefined ? {} : { hint: person.namesakeHint }),
  };
}

/** Assignees of a task. Former members are omitted. */
export function Assignees({ ids, size }: { ids: readonly string[]; size?: number }) {
  const rows = useRowsOf('member', ids);
  if (rows.length === 0) return null;
  return <AvatarStack people={rows.map(toPerson)} size={size} />;
}
