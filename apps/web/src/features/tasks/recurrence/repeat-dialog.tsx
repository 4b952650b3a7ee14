import {
  MAX_COUNT,
  MAX_INTERVAL,
  formatRule,
  makeRule,
  parseRule,
  type Frequency,
  type RepeatMode,
  type RepeatRule,
} from '@hearth/contracts/recurrence/recurrence-values';
import { weekdayOf, addDays } from '@hearth/contracts/core/days';
import { ownDay, previewDates, type Repeat } from '@hearth/contracts/recurrence/repeat-values';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { RadioList } from '#ui/inputs/choice.tsx';
import { DateField } from '#ui/dates/date-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { WeekdayField } from '#ui/inputs/weekday-field.tsx';
import { readerZone } from '#ui/format/reader.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { listPresets } from './repeat-presets.ts';
import { nameRule } from './repeat-names.ts';
import { repeatFields, type Dated } from './repeat.data.ts';
import styles from './repeat.module.css';

interface RepeatDialogProps {
  isOpen: boolean;
  repeat: Repeat | null;
  dates: Dated;
  onPick: (rule: RepeatRule, mode: RepeatMode) => void;
  onClose: () => void;
}

/** Edits a custom recurrence rule. */
export function RepeatDialog({ isOpen, onClose, ...rest }: RepeatDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Repeats`} isOpen={isOpen} onClose={onClose}>
      <RepeatForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

type End = 'never' | 'count' | 'until';

function RepeatForm({ repeat, dates, onPick, onClose }: Omit<RepeatDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const today = useToday();
  const from = ownDay(dates, readerZone()) ?? today;
  const [mode, setMode] = useState<RepeatMode>(repeat?.mode ?? 'schedule');
  const [schedule, setRule] = useState<RepeatRule>(
    () => parseRule(repeat?.rule ?? '') ?? makeRule({ frequency: 'WEEKLY', weekdays: [weekdayOf(from)] }),
  );
  const rule = mode === 'schedule' ? schedule : withoutDays(schedule);
  const change = (parts: Partial<RepeatRule>) => setRule({ ...schedule, ...parts });
  const end: End = rule.count !== null ? 'count' : rule.until === null ? 'never' : 'until';

  function setFrequency(frequency: Frequency): void {
    const { interval, count, until } = schedule;
    const days =
      frequency === 'WEEKLY'
        ? { weekdays: [weekdayOf(from)] }
        : listPresets(from).find((one) => one.rule.frequency === frequency)?.rule;
    setRule({ ...makeRule({ ...days, frequency }), interval, count, until });
  }

  function setEnd(next: End): void {
    change({
      count: next === 'count' ? 10 : null,
      until: next === 'until' ? addDays(from > today ? from : today, 90) : null,
    });
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onPick(rule, mode);
        onClose();
      }}
    >
      <RadioList
        label={t`Repeats`}
        value={mode}
        autoFocus
        options={[
          { value: 'schedule', label: t`on a schedule` },
          { value: 'completion', label: t`after completion` },
        ]}
        onChange={setMode}
      />
      <div className={styles.line}>
        {mode === 'schedule' && (
          <span aria-hidden="true">{t({ message: 'Every', context: 'every … weeks' })}</span>
        )}
        <NumberInput
          label={t`Every N`}
          value={rule.interval}
          most={MAX_INTERVAL}
          onChange={(interval) => change({ interval })}
        />
        <UnitPicker rule={rule} onChange={setFrequency} />
        {mode === 'completion' && (
          <span aria-hidden="true">
            <Trans>after completion</Trans>
          </span>
        )}
      </div>
      {mode === 'schedule' && rule.frequency === 'WEEKLY' && (
        <WeekdayField
          label={t`Days`}
          chosen={rule.weekdays}
          onChange={(weekdays) => change({ weekdays: weekdays.length === 0 ? [weekdayOf(from)] : weekdays })}
        />
      )}
      {mode === 'schedule' && rule.frequency === 'MONTHLY' && (
        <MonthDay rule={rule} from={from} onChange={change} />
      )}
      <div className={styles.line}>
        <Picker
          label={t`Ends`}
          isFramed
          selected={[end]}
          options={[
            { value: 'never', label: t`Never ends` },
            { value: 'count', label: t`Ends after` },
            { value: 'until', label: t`Ends on date` },
          ]}
          onPick={(value) => setEnd(value as End)}
        >
          {end === 'never' ? t`Never ends` : end === 'count' ? t`Ends after` : t`Ends on`}
        </Picker>
        {rule.count !== null && (
          <>
            <NumberInput
              label={t`Number of times, including this one`}
              value={rule.count}
              most={MAX_COUNT}
              onChange={(count) => change({ count })}
            />
            <span aria-hidden="true">
              <Trans>in all</Trans>
            </span>
          </>
        )}
        {rule.until !== null && (
          <DateField
            label={t`The last day`}
            value={rule.until}
            isClosed
            onChange={(until) => (until === null ? setEnd('never') : change({ until }))}
          />
        )}
      </div>
      <Preview rule={rule} mode={mode} dates={dates} today={today} />
      <DialogButtons onCancel={onClose}>
        <Button type="submit">
          <Trans>Save</Trans>
        </Button>
      </DialogButtons>
    </form>
  );
}

/** Removes weekdays and month days. Rules counted from completion cannot have them. */
function withoutDays({ frequency, interval, count, until }: RepeatRule): RepeatRule {
  return makeRule({ frequency, interval, count, until });
}

interface NumberInputProps {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}

function NumberInput({ label, value, most, onChange }: NumberInputProps) {
  const [text, setText] = useState(String(value));
  const shown = Number(text) === value ? text : String(value);
  return (
    <input
      type="number"
      inputMode="numeric"
      className={styles.number}
      aria-label={label}
      min={1}
      max={most}
      value={text === '' ? '' : shown}
      onBlur={() => setText(String(value))}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        const next = Number(typed);
        if (Number.isInteger(next) && next >= 1 && next <= most) onChange(next);
      }}
    />
  );
}

function UnitPicker({ rule, onChange }: { rule: RepeatRule; onChange: (frequency: Frequency) => void }) {
  const { t } = useLingui();
  const { interval } = rule;
  const units: Record<Frequency, string> = {
    DAILY: t`${plural(interval, { one: 'day', other: 'days' })}`,
    WEEKLY: t`${plural(interval, { one: 'week', other: 'weeks' })}`,
    MONTHLY: t`${plural(interval, { one: 'month', other: 'months' })}`,
    YEARLY: t`${plural(interval, { one: 'year', other: 'years' })}`,
  };
  return (
    <Picker
      label={t`Unit`}
      isFramed
      selected={[rule.frequency]}
      options={Object.entries(units).map(([value, label]) => ({ value, label }))}
      onPick={(value) => onChange(value as Frequency)}
    >
      {units[rule.frequency]}
    </Picker>
  );
}

interface MonthDayProps {
  rule: RepeatRule;
  from: string;
  onChange: (parts: Partial<RepeatRule>) => void;
}

function MonthDay({ rule, from, onChange }: MonthDayProps) {
  const { t } = useLingui();
  const date = Number(from.slice(8));
  const weekday = weekdayOf(from);
  const choices: Partial<RepeatRule>[] = [
    { monthDay: date, nthWeekday: null },
    { monthDay: -1, nthWeekday: null },
    ...[1, 2, 3, 4, -1].map((nth) => ({ monthDay: null, nthWeekday: { nth, weekday } })),
  ];
  const own = { monthDay: rule.monthDay, nthWeekday: rule.nthWeekday };
  const keyOf = ({ monthDay = null, nthWeekday = null }: Partial<RepeatRule>) =>
    formatRule(makeRule({ frequency: 'MONTHLY', monthDay, nthWeekday }));
  const all = choices.some((one) => keyOf(one) === keyOf(own)) ? choices : [own, ...choices];
  const nameOf = (parts: Partial<RepeatRule>) =>
    nameRule(makeRule({ frequency: 'MONTHLY', ...parts }), 'schedule');
  return (
    <>
      <Picker
        label={t`Day of the month`}
        isFramed
        selected={[keyOf(own)]}
        options={all.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
        onPick={(key) => {
          const choice = all.find((one) => keyOf(one) === key);
          if (choice !== undefined) onChange(choice);
        }}
      >
        {nameOf(own)}
      </Picker>
      {rule.monthDay !== null && rule.monthDay > 28 && (
        <p className={styles.hint}>
          <Trans>In shorter months, on the last day.</Trans>
        </p>
      )}
    </>
  );
}

interface PreviewProps {
  rule: RepeatRule;
  mode: RepeatMode;
  dates: Dated;
  today: string;
}

/** Previews the next occurrences. */
function Preview({ rule, mode, dates, today }: PreviewProps) {
  const formats = useFormats();
  const { repeat, dueDate = dates.dueDate ?? null } = repeatFields(rule, mode, dates, today);
  if (repeat === null || repeat === undefined) return null;
  const days = previewDates(repeat, { startDate: dates.startDate ?? null, dueDate }, today);
  return (
    <div className={styles.preview} role="status">
      {days.length === 0 ? (
        <Trans>This is the last one.</Trans>
      ) : (
        <>
          {mode === 'completion' ? <Trans>If each is done on time</Trans> : <Trans>Then</Trans>}
          <ol className={styles.dates}>
            {days.map((day) => (
              <li key={day}>
                {formats.calendarDay(day, { weekday: 'short', day: 'numeric', month: 'short' })}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
