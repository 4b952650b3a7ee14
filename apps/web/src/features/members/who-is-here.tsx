import { Plural, useLingui } from '@lingui/react/macro';
import type { Place } from '@hearth/contracts/presence-values';
import { usePeopleHere } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/use-rows.ts';
import { AvatarStack } from '#ui/avatar.tsx';
import { useFormats } from '#ui/formats.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import styles from './who-is-here.module.css';

/** Everybody else who looks at a project's screens, or at a task. */
export function WhoIsHere({ projectId, taskId }: { projectId?: string; taskId?: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const people = usePeopleAt((place) =>
    taskId === undefined ? place.projectId === projectId : place.taskId === taskId,
  );
  if (people.length === 0) return null;
  const names = formats.list(people.map(({ name }) => name));
  const words = taskId === undefined ? t`Here now: ${names}` : t`Looking at this task: ${names}`;
  return (
    <Tooltip label={words}>
      <span className={styles.here}>
        <AvatarStack people={people} size={24} max={5} label={words} />
      </span>
    </Tooltip>
  );
}

/** Says that somebody else types in this field of a task. What stands under it does not move. */
export function WhoTypes({ taskId, field }: { taskId: string; field: string }) {
  const formats = useFormats();
  const people = usePeopleAt((place) => place.taskId === taskId && place.field === field);
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

function usePeopleAt(isThere: (place: Place) => boolean) {
  const here = usePeopleHere();
  const ids = here.filter(({ places }) => places.some(isThere)).map(({ userId }) => userId);
  return useRowsOf('member', ids).map(({ userId, name, image }) => ({ id: userId, name, image }));
}
