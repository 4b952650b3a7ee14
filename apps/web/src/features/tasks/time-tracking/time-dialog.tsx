import { secondsOf, TIME_LIMITS, type TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { DateField } from '#ui/dates/date-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { dayInZone, useFormats } from '#ui/format/formats.ts';
import { TextField } from '#ui/inputs/text-field.tsx';
import { describeDuration, writeDuration } from './durations.ts';
import { ownZone } from '#features/tasks/reminders/personal-task.data.ts';
import { placeTime } from './place-time.ts';
import { readDuration } from './read-duration.ts';
import { addTime, changeTime } from './time.data.ts';
import styles from './time.module.css';

interface TimeDialogProps {
  taskId: string;
  /** The edited entry. Null to add a new entry. */
  entry: TimeEntry | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Edits the duration, day and note of a time entry. For a running timer, only the note can be edited. */
export function TimeDialog({ isOpen, onClose, entry, taskId }: TimeDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={entry === null ? t`Add time` : t`Change time`} isOpen={isOpen} onClose={onClose}>
      <TimeForm key={entry?.id} taskId={taskId} entry={entry} onClose={onClose} />
    </Dialog>
  );
}

function TimeForm({ taskId, entry, onClose }: Omit<TimeDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const zone = ownZone();
  const today = dayInZone(store.now(), zone);
  const recorded = entry === null ? null : secondsOf(entry, store.now());
  const [typed, setTyped] = useState(recorded === null ? '' : writeDuration(recorded));
  const [day, setDay] = useState<string | null>(entry?.day ?? today);
  const [note, setNote] = useState(entry?.note ?? '');
  const [fault, setFault] = useState<'typed' | 'day' | null>(null);
  const isRunning = entry?.endedAt === null;
  // Keep the seconds of the duration unless the user has changed it.
  const isUnchanged = entry !== null && recorded !== null && typed === writeDuration(recorded);
  const seconds = isUnchanged ? recorded : readDuration(typed);
  const read = seconds === null ? '' : describeDuration(formats, seconds);
  const isShort = seconds !== null && seconds < TIME_LIMITS.shortest && !isUnchanged;
  const isLong = seconds !== null && seconds > TIME_LIMITS.longest;
  const message =
    seconds === null
      ? t`Enter a time like 1h 30m, 90m, 1:30 or 1.5h`
      : isShort
        ? t`At least a minute`
        : t`Up to 24 hours`;

  function save(): void {
    const wished = note.trim();
    if (isRunning && entry !== null) {
      if (wished !== entry.note) store.mutate(changeTime(store, entry, { note: wished }));
      return onClose();
    }
    if (seconds === null || isShort || isLong) return setFault('typed');
    if (day === null || day > today) return setFault('day');
    if (entry === null) {
      store.mutate(
        addTime(store, taskId, { ...placeTime(day, seconds, store.now(), zone), day, note: wished }),
      );
      showToast(t`Time added: ${read}`, { action: { label: t`Undo`, run: () => void store.undo() } });
      return onClose();
    }
    const times =
      day !== entry.day
        ? { ...placeTime(day, seconds, store.now(), zone), day }
        : isUnchanged
          ? {}
          : { endedAt: new Date(Date.parse(entry.startedAt) + seconds * 1000).toISOString() };
    const fields = { ...times, ...(wished === entry.note ? {} : { note: wished }) };
    if (Object.keys(fields).length > 0) {
      store.mutate(changeTime(store, entry, fields));
      showToast(t`Time changed`, { action: { label: t`Undo`, run: () => void store.undo() } });
    }
    return onClose();
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {!isRunning && (
        <>
          <TextField
            label={t`Time spent`}
            value={typed}
            placeholder={t`1h 30m`}
            maxLength={40}
            autoFocus
            error={fault === 'typed' ? message : null}
            hint={read === '' || isShort || isLong ? t`e.g. 1h 30m, 90m or 1:30` : t`That is ${read}`}
            onChange={(value) => {
              setTyped(value);
              setFault(null);
            }}
          />
          <div className={styles.day}>
            <span aria-hidden="true">{t`Day`}</span>
            <DateField
              label={t`Day`}
              value={day}
              isClosed
              isFramed
              isNeeded
              onChange={(value) => {
                setDay(value);
                setFault(null);
              }}
            />
            {fault === 'day' && (
              <p className={styles.error} role="alert">
                {day === null ? t`Choose the day` : t`Choose today or an earlier day`}
              </p>
            )}
          </div>
        </>
      )}
      <TextField
        label={t`Note (optional)`}
        value={note}
        maxLength={TIME_LIMITS.note}
        autoFocus={isRunning}
        rows={2}
        onChange={setNote}
      />
      <div className={styles.formActs}>
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit">{entry === null ? t`Add time` : t`Save`}</Button>
      </div>
    </form>
  );
}
