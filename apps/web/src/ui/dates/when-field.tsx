import { dayOf, isMoment, makeWhen, putOnDay, timeOf } from '@hearth/contracts/core/moment-values';
import { useLingui } from '@lingui/react/macro';
import { IconClockPlus } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { ClockField } from './clock-field.tsx';
import { DateField } from './date-field.tsx';
import { useReaderZone } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import styles from './date-field.module.css';

interface WhenFieldProps {
  label: string;
  /** A day or a timestamp. Null if unset. */
  value: string | null;
  onChange: (value: string | null) => void;
  isClosed?: boolean;
  isDisabled?: boolean;
  /** Shown while the field is empty. */
  emptyText?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Called when a time is confirmed with Enter. */
  onEnter?: () => void;
}

/** A day with an optional time of day. */
export function WhenField({ label, value, onChange, isDisabled = false, onEnter, ...day }: WhenFieldProps) {
  const { t } = useLingui();
  const zone = useReaderZone();
  const [isAdding, setIsAdding] = useState(false);
  const own = value === null ? null : dayOf(value, zone);
  const time = value === null ? null : timeOf(value, zone);
  return (
    <span className={styles.when}>
      <DateField
        {...day}
        label={label}
        value={own}
        dueAt={value}
        isDisabled={isDisabled}
        onChange={(to) => onChange(to === null ? null : putOnDay(value, to, zone))}
      />
      {own !== null && (time !== null || isAdding) && (
        <ClockField
          label={t`Time: ${label}`}
          value={time}
          isDisabled={isDisabled}
          startsFocused={isAdding}
          onChange={(to) => onChange(makeWhen(own, to, zone))}
          onEnter={onEnter}
          onEnd={() => setIsAdding(false)}
        />
      )}
      {value !== null && !isMoment(value) && !isAdding && !isDisabled && (
        <IconButton
          className={styles.addTime}
          label={t`Set the time: ${label}`}
          size={24}
          onClick={() => setIsAdding(true)}
        >
          <IconClockPlus size={15} stroke={1.7} />
        </IconButton>
      )}
    </span>
  );
}
