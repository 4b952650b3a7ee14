import { foldName } from '@hearth/contracts/core/fold';
import type { FieldOption } from '@hearth/contracts/custom-fields/custom-field-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { AddLine } from '#features/tasks/add-line/add-line.tsx';
import { ColorChoice } from '#features/tasks/work-settings/color-choice.tsx';
import { pickColor } from '#features/tasks/labels/labels.data.ts';
import styles from './field-dialog.module.css';

interface FieldOptionsEditorProps {
  options: readonly FieldOption[];
  onChange: (options: FieldOption[]) => void;
}

/** Edits the ordered options of a field. */
export function FieldOptionsEditor({ options, onChange }: FieldOptionsEditorProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  /** Changes properties of the option at an index. Deletes the option if `fields` is null. */
  const change = (at: number, fields: Partial<FieldOption> | null) =>
    onChange(
      options.flatMap((option, index) =>
        index !== at ? [option] : fields === null ? [] : [{ ...option, ...fields }],
      ),
    );

  function move(at: number, step: 1 | -1): void {
    const option = options[at];
    if (option !== undefined) onChange(options.toSpliced(at, 1).toSpliced(at + step, 0, option));
  }

  function add(names: readonly string[]): void {
    const all = [...options];
    for (const name of names) {
      const isKnown = all.some((one) => foldName(one.name) === foldName(name));
      if (isKnown || all.length >= LIMITS.optionsPerField) continue;
      all.push({ id: store.newId(), name, color: pickColor(all) });
    }
    onChange(all);
  }

  return (
    <fieldset className={styles.options}>
      <legend className={styles.label}>
        <Trans>Options</Trans>
      </legend>
      <ul className={styles.list}>
        {options.map((option, at) => (
          <OptionRow
            key={option.id}
            option={option}
            others={options.filter((one) => one !== option)}
            isFirst={at === 0}
            isLast={at === options.length - 1}
            onChange={(fields) => change(at, fields)}
            onMove={(step) => move(at, step)}
          />
        ))}
      </ul>
      <AddLine
        label={t`Add an option…`}
        maxLength={LIMITS.optionName}
        room={LIMITS.optionsPerField - options.length}
        onAdd={(lines) => add(lines.map(({ title }) => title))}
      />
      <p className={styles.hint}>
        <Trans>Tasks keep a removed option until you pick another.</Trans>
      </p>
    </fieldset>
  );
}

interface OptionRowProps {
  option: FieldOption;
  others: readonly FieldOption[];
  isFirst: boolean;
  isLast: boolean;
  onChange: (fields: Partial<FieldOption> | null) => void;
  onMove: (step: 1 | -1) => void;
}

function OptionRow({ option, others, isFirst, isLast, onChange, onMove }: OptionRowProps) {
  const { t } = useLingui();
  const { name } = option;
  return (
    <li className={styles.option}>
      <ColorChoice
        label={t`Colour of ${name}`}
        color={option.color}
        onPick={(color) => onChange({ color })}
      />
      <OptionName name={name} others={others} onChange={(typed) => onChange({ name: typed })} />
      <IconButton label={t`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} stroke={1.7} />
      </IconButton>
      <IconButton label={t`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
        <IconArrowDown size={16} stroke={1.7} />
      </IconButton>
      <IconButton label={t`Remove the option ${name}`} onClick={() => onChange(null)}>
        <IconTrash size={16} stroke={1.7} />
      </IconButton>
    </li>
  );
}

interface OptionNameProps {
  name: string;
  others: readonly FieldOption[];
  onChange: (name: string) => void;
}

/** Saves the name on blur, unless it is empty or a duplicate. */
function OptionName({ name, others, onChange }: OptionNameProps) {
  const { t } = useLingui();
  return (
    <input
      key={name}
      className={styles.field}
      type="text"
      autoComplete="off"
      aria-label={t`Name of option ${name}`}
      defaultValue={name}
      maxLength={LIMITS.optionName}
      onBlur={(event) => {
        const input = event.currentTarget;
        const typed = input.value.trim().replaceAll(/\s+/g, ' ');
        const isTaken = others.some((one) => foldName(one.name) === foldName(typed));
        if (typed === '' || isTaken) input.value = name;
        else if (typed !== name) onChange(typed);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
