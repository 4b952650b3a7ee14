import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import type { Person } from '#ui/format/person.ts';

interface WatchWordsProps {
  name: ReactNode;
  actor: string | null;
  added: readonly string[];
  gone: readonly string[];
  known: { people: readonly Person[] };
  mark: (text: string) => ReactNode;
}

/** Formats a change of watchers: by themselves or by others. */
export function WatchWords({ name, actor, added, gone, known, mark }: WatchWordsProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const namesOf = (ids: readonly string[]) =>
    mark(formats.list(ids.map((id) => known.people.find((one) => one.id === id)?.name ?? t`Former member`)));
  const isOwn = (ids: readonly string[]) => ids.length === 1 && ids[0] === actor;
  if (isOwn(added) && gone.length === 0) return <Trans>{name} started watching this task</Trans>;
  if (isOwn(gone) && added.length === 0) return <Trans>{name} stopped watching this task</Trans>;
  const [more, less] = [namesOf(added), namesOf(gone)];
  if (gone.length === 0) {
    return (
      <Trans>
        {name} added {more} to the watchers
      </Trans>
    );
  }
  if (added.length === 0) {
    return (
      <Trans>
        {name} removed {less} from the watchers
      </Trans>
    );
  }
  return (
    <Trans>
      {name} added {more} to the watchers and removed {less}
    </Trans>
  );
}
