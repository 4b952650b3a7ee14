import { Trans } from '@lingui/react/macro';
import { Combobox } from '@mantine/core';
import { IconCheck, IconChevronRight, IconPlus } from '@tabler/icons-react';
import type { PickerOption } from './picker.tsx';
import styles from './picker.module.css';

/** The value of the row that creates the typed option. No option has this id. */
export const MAKE = '+';

interface PickerOptionsProps {
  id: string;
  label: string;
  shown: readonly PickerOption[];
  /** Values of the chosen options. */
  chosen: readonly string[];
  /** Label of the row that creates the typed option. Null without such a row. */
  createLabel: string | null;
  /** Whether an empty list says that nothing was found. */
  saysNothingFound: boolean;
}

/** The options of a picker list that match the search. */
export function PickerOptions({
  id,
  label,
  shown,
  chosen,
  createLabel,
  saysNothingFound,
}: PickerOptionsProps) {
  return (
    <Combobox.Options id={id} aria-label={label} className={styles.options}>
      {shown.length === 0 && saysNothingFound && (
        <Combobox.Empty>
          <Trans>Nothing found</Trans>
        </Combobox.Empty>
      )}
      {shown.map((option) => (
        <Combobox.Option
          key={option.value}
          value={option.value}
          active={chosen.includes(option.value)}
          disabled={option.isDisabled}
        >
          <span className={styles.icon}>{option.icon}</span>
          <span className={styles.label}>
            {option.label}
            {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
          </span>
          {option.aside !== undefined && <span className={styles.aside}>{option.aside}</span>}
          {chosen.includes(option.value) && <IconCheck size={15} aria-hidden="true" />}
          {option.hasMore === true && (
            <IconChevronRight size={15} className={styles.more} aria-hidden="true" />
          )}
        </Combobox.Option>
      ))}
      {createLabel !== null && (
        <Combobox.Option value={MAKE}>
          <span className={styles.icon}>
            <IconPlus size={15} aria-hidden="true" />
          </span>
          <span className={styles.label}>{createLabel}</span>
        </Combobox.Option>
      )}
    </Combobox.Options>
  );
}
