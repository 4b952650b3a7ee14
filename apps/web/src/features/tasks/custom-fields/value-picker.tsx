import type { FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { PersonChip } from '#ui/display/chip.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Picker, type PickerOption } from '#ui/overlays/picker.tsx';
import { inOrder } from './field-texts.ts';
import type { TeamField } from './fields.data.ts';
import styles from './task-fields.module.css';

/** Option value for “none”. Option values must not be empty. */
const NONE = 'none';

interface ValuePickerProps {
  field: TeamField;
  value: FieldValue | undefined;
  isDisabled: boolean;
  onPick: (value: FieldValue | null) => void;
  startsOpen?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onClose?: () => void;
}

/** Picks an option, several options or a member. */
export function ValuePicker({
  field,
  value,
  isDisabled,
  onPick,
  startsOpen = false,
  ...rest
}: ValuePickerProps) {
  const { t } = useLingui();
  const people = usePeople();
  const isMultiple = field.type === 'multiSelect';
  const chosen = value === undefined ? [] : [value].flat().map(String);
  const options: PickerOption[] =
    field.type === 'person'
      ? people.map(toPersonOption)
      : field.options.map(({ id, name, color }) => ({
          value: id,
          label: name,
          icon: <ColorDot color={color} />,
        }));

  function pick(id: string): void {
    if (!isMultiple) return onPick(id === NONE ? null : id);
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].toSorted();
    // Remove deleted options on the next change. The server would reject them.
    const offered = next.filter((one) => field.options.some((option) => option.id === one));
    onPick(offered.length === 0 ? null : offered);
  }

  return (
    <Picker
      label={field.name}
      isMultiple={isMultiple}
      isDisabled={isDisabled}
      isSearchable={startsOpen}
      startsOpen={startsOpen}
      selected={chosen.length === 0 ? [NONE] : chosen}
      options={isMultiple ? options : [...options, { value: NONE, label: t`None` }]}
      onPick={pick}
      {...rest}
    >
      <ChosenValue field={field} chosen={chosen} />
    </Picker>
  );
}

function ChosenValue({ field, chosen }: { field: TeamField; chosen: readonly string[] }): ReactNode {
  const { t } = useLingui();
  const people = usePeople();
  const [first] = chosen;
  if (first === undefined) {
    return (
      <span className={styles.faint}>
        <Trans>Empty</Trans>
      </span>
    );
  }
  if (field.type === 'person') {
    const person = people.find(({ id }) => id === first);
    return person === undefined ? (
      <span className={styles.faint}>{t`Former member`}</span>
    ) : (
      <PersonChip person={person} />
    );
  }
  return <OptionChips field={field} ids={chosen} />;
}

interface OptionChipsProps {
  field: TeamField;
  ids: readonly string[];
  /** Whether to show a single line and clip the overflow. */
  isOneLine?: boolean;
}

/** Shows the selected options in the order of the field. */
export function OptionChips({ field, ids, isOneLine = false }: OptionChipsProps) {
  const { t } = useLingui();
  return (
    <span className={styles.options} data-one-line={isOneLine || undefined}>
      {inOrder(field, ids).map((id) => {
        const option = field.options.find((one) => one.id === id);
        return (
          <span key={id} className={styles.option}>
            {option !== undefined && <ColorDot color={option.color} size={8} />}
            <span className={styles.optionName} data-gone={option === undefined || undefined}>
              {option?.name ?? t`Removed option`}
            </span>
          </span>
        );
      })}
    </span>
  );
}
