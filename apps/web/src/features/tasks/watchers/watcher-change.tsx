import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#ui/format/formats.ts';
import { diffIds, type ChangeProps } from '#features/tasks/model/field-change.ts';

/** Describes a change to the watchers as a sentence. Users who change only their own watching have a sentence of their own. */
export function WatcherChange({ name, old, now, mark, change, known }: ChangeProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const namesOf = (ids: readonly string[]) =>
    mark(formats.list(ids.map((id) => known.people.find((one) => one.id === id)?.name ?? t`Former member`)));
  const isOwn = (ids: readonly string[]) => ids.length === 1 && ids[0] === change.actor;
  const { added, removed } = diffIds(old, now);
  if (isOwn(added) && removed.length === 0) return <Trans>{name} started watching this task</Trans>;
  if (isOwn(removed) && added.length === 0) return <Trans>{name} stopped watching this task</Trans>;
  const [more, less] = [namesOf(added), namesOf(removed)];
  if (removed.length === 0) {
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
