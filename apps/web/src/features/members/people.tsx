import { foldWord } from '@hearth/contracts/core/fold';
import type { SyncRows } from '@hearth/contracts/sync';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useRow, useTeamStore, type TeamStore, type View } from '#platform/sync/index.ts';
import { useGroup } from '#platform/sync/store/react.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { Avatar, AvatarStack } from '#ui/display/avatar.tsx';
import { formatMoment, useFormats } from '#ui/format/formats.ts';
import type { Person } from '#ui/format/person.ts';
import type { PickerOption } from '#ui/overlays/picker.tsx';
import { membersByName } from './members.data.ts';
import { ROLE_LABELS } from './role-labels.ts';

type Member = SyncRows['member'];
type Formats = Pick<ReturnType<typeof useFormats>, 'moment'>;

function toPerson({ userId, name, image }: Member): Person {
  return { id: userId, name, image };
}

/** Members of the team by name, for avatars and pickers. */
export function usePeople(): readonly Person[] {
  const { i18n } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const rows = useRows(membersByName(store));
  return useMemo(() => rows.map((row) => tellApart(store, row, i18n, formats)), [rows, store, i18n, formats]);
}

/** A member of the team. Costs less than `usePeople` in cells and lines. */
export function usePerson(userId: string): Person | undefined {
  const { i18n } = useLingui();
  const formats = useFormats();
  const row = useRow('member', userId);
  const same = useGroup(namesakes(useTeamStore()), row === undefined ? '' : foldWord(row.name));
  return row === undefined ? undefined : withHint(row, same, i18n, formats);
}

/** Returns a member with what distinguishes them from others of the same name, if there are any. */
export function tellApart(
  store: TeamStore,
  row: Member,
  i18n: I18n,
  formats: Formats = { moment: formatMoment },
): Person {
  return withHint(row, namesakes(store).ids(foldWord(row.name)), i18n, formats);
}

/** Members by their name without case and accents. */
function namesakes(store: TeamStore): View<'member'> {
  return store.sharedView('namesakes', {
    entity: 'member',
    group: ({ name }) => foldWord(name),
    compare: () => 0,
  });
}

function withHint(row: Member, same: readonly string[], i18n: I18n, formats: Formats): Person {
  if (same.length < 2) return toPerson(row);
  const { email, teamRole, joinedAt } = row;
  if (email !== null) return { ...toPerson(row), namesakeHint: email };
  const role = i18n._(ROLE_LABELS[teamRole]);
  const when = formats.moment(joinedAt, { dateStyle: 'medium', timeStyle: 'short' });
  return { ...toPerson(row), namesakeHint: i18n._(msg`${role}, joined ${when}`) };
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
