import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#ui/format/formats.ts';
import { diffIds, type ChangeProps } from '#features/tasks/model/field-change.ts';

/** Describes added or removed labels as a sentence. */
export function LabelChange({ name, old, now, mark, known }: ChangeProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const namesOf = (ids: readonly string[]) =>
    mark(
      formats.list(
        ids.map((id) => known.labels.find((label) => label.id === id)?.name ?? t`a deleted label`),
      ),
    );
  const { added, removed } = diffIds(old, now);
  const [more, less] = [namesOf(added), namesOf(removed)];
  if (removed.length === 0) {
    return (
      <Trans>
        {name} added the label {more}
      </Trans>
    );
  }
  if (added.length === 0) {
    return (
      <Trans>
        {name} removed the label {less}
      </Trans>
    );
  }
  return (
    <Trans>
      {name} added the label {more} and removed {less}
    </Trans>
  );
}
