import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconTag } from '@tabler/icons-react';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { labelsByName } from '#features/tasks/labels/labels.data.ts';
import panel from '#features/tasks/fields/panel.module.css';
import type { Picks } from './new-task-picks.ts';

/** Prefix of option values for labels to create. Ids never start with it. */
const NEW = 'new:';

interface NewTaskLabelsProps {
  labelIds: readonly string[];
  newLabels: readonly string[];
  onPick: (change: Partial<Picks>) => void;
}

/** Picks existing labels and names of labels that are created with the task. */
export function NewTaskLabels({ labelIds, newLabels, onPick }: NewTaskLabelsProps) {
  const formats = useFormats();
  const { t } = useLingui();
  const store = useTeamStore();
  const labels = useRows(labelsByName(store));
  const may = useMay();
  const chosen = labels.filter(({ id }) => labelIds.includes(id));
  const names = [...chosen.map(({ name }) => name), ...newLabels];
  const hasRoom = labels.length + newLabels.length < LIMITS.labelsPerTeam;
  const toName = (value: string) => value.slice(NEW.length);
  return (
    <Picker
      label={t`Labels`}
      isMultiple
      selected={[...chosen.map(({ id }) => id), ...newLabels.map((name) => NEW + name)]}
      options={[
        ...labels.map(({ id, name, color }) => ({
          value: id,
          label: name,
          icon: <ColorDot color={color} />,
        })),
        ...newLabels.map((name) => ({ value: NEW + name, label: name })),
      ]}
      onPick={(value) => {
        if (value.startsWith(NEW)) onPick({ newLabels: newLabels.filter((name) => name !== toName(value)) });
        else if (labelIds.includes(value)) onPick({ labelIds: labelIds.filter((id) => id !== value) });
        else onPick({ labelIds: [...labelIds, value].toSorted() });
      }}
      making={
        may('labels.change') && hasRoom
          ? {
              placeholder: t`Search or create a label…`,
              maxLength: LIMITS.labelName,
              name: (name) => t`Create label “${name}”`,
              make: (name) => onPick({ newLabels: [...newLabels, name] }),
            }
          : undefined
      }
    >
      <IconTag size={15} stroke={1.7} aria-hidden="true" />
      {names.length === 0 ? (
        <span className={panel.faint}>
          <Trans>No labels</Trans>
        </span>
      ) : (
        formats.list(names)
      )}
    </Picker>
  );
}
