import { isMoment } from '@hearth/contracts/core/moment-values';
import { MAX_REMINDER_DAYS, type ReminderBase } from '@hearth/contracts/reminders/reminder-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { DateField } from '#ui/dates/date-field.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { TimeField } from '#ui/dates/time-field.tsx';
import { useToday } from '#ui/format/use-today.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { addDays, weekdayOf } from '@hearth/contracts/core/days';
import { readReminder } from '@hearth/contracts/quick-parser/quick-reminders';
import type { When } from '@hearth/contracts/quick-parser/quick-types';
import { nameWhen } from './reminder-names.ts';
import {
  addReminders,
  hoursFromNow,
  instantOf,
  isSameWhen,
  withoutSeen,
  MAX_REMINDERS,
  removeReminders,
} from './reminders.data.ts';
import styles from './reminders.module.css';

type Dates = Pick<SyncRows['task'], 'dueDate' | 'startDate'>;

/** Default time of day for reminders: the start of a working day. */
const MORNING = '09:00';
const MAX_TYPED = 60;

/** Lists frequent reminders: at fixed times, and relative to the dates of the tasks. */
function listUsual(today: string, now: number, tasks: readonly Dates[]): When[] {
  const onDay = (day: string): When => ({ on: 'day', day, days: 0, time: MORNING });
  const beside = (on: ReminderBase, days: number): When => ({ on, day: null, days, time: MORNING });
  const before = (on: 'due' | 'start', minutes: number): When => ({ ...beside(on, 0), minutes });
  const hasMoment = (field: keyof Dates) => tasks.some((task) => isMoment(task[field] ?? ''));
  const monday = addDays(today, 8 - weekdayOf(today));
  const days = [...new Set([addDays(today, 1), monday])];
  return [
    hoursFromNow(now, 1),
    ...days.map(onDay),
    ...(hasMoment('dueDate') ? [before('due', -15), before('due', -60)] : []),
    ...(hasMoment('startDate') ? [before('start', -15)] : []),
    beside('due', 0),
    beside('due', -1),
    beside('due', -7),
    beside('start', 0),
  ];
}

/** Sets personal reminders on tasks. Only the user sees them. Picking a reminder that all tasks already have removes it. */
export function ChooseReminder({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  useFormats();
  const today = useToday();
  const tasks = useRowsOf('task', ids);
  const own = useRowsOf('ownTask', ids);
  const [usual] = useState(() => listUsual(today, store.now(), tasks));
  const countWith = (when: When) =>
    own.filter(({ reminders }) => withoutSeen(reminders).some((one) => isSameWhen(one, when))).length;
  const others = own.flatMap(({ reminders }) => withoutSeen(reminders));
  const all = [...usual];
  for (const one of others) if (!all.some((when) => isSameWhen(when, one))) all.push(one);
  const checkState = (when: When): Choice['checked'] => {
    const count = countWith(when);
    return count === 0 ? undefined : count === ids.length ? 'all' : 'some';
  };

  /** Adds or removes a reminder. Returns whether it succeeded. On failure, shows the reason. */
  function pick(when: When): boolean {
    if (checkState(when) === 'all') {
      onChange(removeReminders(store, tasks, when));
      return true;
    }
    const instants = tasks.map((task) => instantOf(when, task));
    if (instants.length > 0 && instants.every((at) => at !== null && Date.parse(at) <= store.now())) {
      showToast(t`That time has passed`, { isSuccess: false });
      return false;
    }
    const commands = addReminders(store, tasks, when);
    if (commands.length === 0) {
      showToast(t`You can set up to ${MAX_REMINDERS} reminders per task`, { isSuccess: false });
      return false;
    }
    onChange(commands);
    return true;
  }

  const readTyped = (typed: string) =>
    readReminder(typed, today, (minutes) => hoursFromNow(store.now(), minutes / 60));

  return (
    <ChooseDialog
      title={t`${plural(ids.length, { one: 'Remind me', other: 'Remind me of # tasks' })}`}
      label={t`Reminders`}
      startsOnChecked={false}
      choices={all.map((when, at) => ({
        value: String(at),
        label: at === 0 ? t`In an hour` : nameWhen(when),
        checked: checkState(when),
      }))}
      making={{
        maxLength: MAX_TYPED,
        name(typed) {
          const when = readTyped(typed);
          return when === null || checkState(when) === 'all' ? null : nameWhen(when);
        },
        make(typed) {
          const when = readTyped(typed);
          if (when !== null) pick(when);
        },
      }}
      onPick={(value) => {
        const when = all[Number(value)];
        if (when !== undefined) pick(when);
      }}
      onClose={onClose}
    >
      <OtherTime
        today={today}
        onPick={(when) => {
          if (pick(when)) onClose();
        }}
      />
    </ChooseDialog>
  );
}

type Kind = 'day' | 'due-before' | 'due-after' | 'start-before' | 'start-after';

/** Picks a custom time: a fixed day, or an offset in days from a date of the task. */
function OtherTime({ today, onPick }: { today: string; onPick: (when: When) => void }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<Kind>('day');
  const [day, setDay] = useState<string | null>(addDays(today, 2));
  const [count, setCount] = useState(2);
  const [time, setTime] = useState(MORNING);
  const labels: Record<Kind, string> = {
    day: t`On a day`,
    'due-before': t`Days before it is due`,
    'due-after': t`Days after it was due`,
    'start-before': t`Days before it starts`,
    'start-after': t`Days after it starts`,
  };
  function readWhen(): When | null {
    if (kind === 'day') return day === null ? null : { on: 'day', day, days: 0, time };
    const [on, side] = kind.split('-') as ['due' | 'start', 'before' | 'after'];
    return { on, day: null, days: side === 'before' ? -count : count, time };
  }
  const when = readWhen();
  return (
    <form
      className={styles.other}
      onSubmit={(event) => {
        event.preventDefault();
        if (when !== null) onPick(when);
      }}
    >
      <Picker
        label={t`Custom time`}
        isFramed
        selected={[kind]}
        options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
        onPick={(value) => setKind(value as Kind)}
      >
        {labels[kind]}
      </Picker>
      {kind === 'day' ? (
        <DateField label={t`Day`} value={day} isClosed isFramed isNeeded min={today} onChange={setDay} />
      ) : (
        <input
          type="number"
          className={styles.count}
          aria-label={t`How many days`}
          min={0}
          max={MAX_REMINDER_DAYS}
          value={count}
          onChange={(event) =>
            setCount(Math.min(Math.max(0, event.currentTarget.valueAsNumber || 0), MAX_REMINDER_DAYS))
          }
        />
      )}
      <TimeField label={t({ message: 'Time', context: 'of day' })} value={time} onChange={setTime} />
      <Button type="submit" size="small" variant="default" disabled={when === null}>
        <Trans>Remind me</Trans>
      </Button>
    </form>
  );
}
