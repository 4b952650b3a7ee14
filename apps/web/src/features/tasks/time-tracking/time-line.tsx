import { secondsOf, type TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import { useLingui } from '@lingui/react/macro';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Avatar } from '#ui/display/avatar.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { Person } from '#ui/format/person.ts';
import { describeDuration } from './durations.ts';
import { Elapsed } from './elapsed.tsx';
import lineStyles from '#features/tasks/add-line/sub-tasks.module.css';
import styles from './time.module.css';

interface TimeLineProps {
  entry: TimeEntry;
  person: Person;
  onChange: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}

/** A time entry with its user, note and duration. */
export function TimeLine({ entry, person, onChange, onDelete }: TimeLineProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const spent = describeDuration(formats, secondsOf(entry));
  const { name } = person;
  const isRunning = entry.endedAt === null;
  return (
    <li className={lineStyles.line}>
      <Avatar person={person} size={20} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {entry.note !== '' && <span className={styles.note}>{entry.note}</span>}
      </span>
      {isRunning ? (
        <Elapsed entry={entry} className={styles.running} />
      ) : (
        <span className={styles.spent}>{spent}</span>
      )}
      <span className={styles.acts}>
        {onChange !== undefined && (
          <IconButton
            label={isRunning ? t`Write a note for the timer` : t`Change your time of ${spent}`}
            size={28}
            data-time={entry.id}
            onClick={onChange}
          >
            <IconPencil size={15} stroke={1.7} />
          </IconButton>
        )}
        {onDelete !== undefined && (
          <IconButton
            label={isRunning ? t`Delete the timer of ${name}` : t`Delete ${spent} of ${name}`}
            size={28}
            {...(onChange === undefined ? { 'data-time': entry.id } : {})}
            onClick={onDelete}
          >
            <IconTrash size={15} stroke={1.7} />
          </IconButton>
        )}
      </span>
    </li>
  );
}
