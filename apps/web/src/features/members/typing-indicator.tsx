import { Plural } from '@lingui/react/macro';
import { useFormats } from '#ui/format/formats.ts';
import { usePeopleAt } from './presence-avatars.tsx';
import styles from './typing-indicator.module.css';

/** Typing indicator of a task field. Causes no layout shift. */
export function TypingIndicator({ taskId, field }: { taskId: string; field: string }) {
  const formats = useFormats();
  const people = usePeopleAt((location) => location.taskId === taskId && location.field === field);
  if (people.length === 0) return null;
  const names = formats.list(people.map(({ name }) => name));
  return (
    <span className={styles.types} role="status">
      {field === 'comment' ? (
        <Plural
          value={people.length}
          one={`${names} is writing a comment`}
          other={`${names} are writing comments`}
        />
      ) : (
        <Plural value={people.length} one={`${names} is editing this`} other={`${names} are editing this`} />
      )}
    </span>
  );
}
