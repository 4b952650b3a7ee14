import { useLingui } from '@lingui/react/macro';
import { useOpeners } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { pickPersonColor } from '#ui/format/person.ts';
import styles from './opened-by.module.css';

/** More avatars would cover the task; the label names all people. */
const MAX_FACES = 2;

/**
 * Other people who have a task open, over the edge of its card or row, without layout shift. Subscribes only to its own task so that the
 * surrounding card does not re-render when people come or go.
 */
export function OpenedBy({ taskId }: { taskId: string }) {
  const ids = useOpeners(taskId);
  return ids.length === 0 ? null : <Faces ids={ids} />;
}

function Faces({ ids }: { ids: readonly string[] }) {
  const { t } = useLingui();
  const formats = useFormats();
  const rows = useRowsOf('member', ids);
  if (rows.length === 0) return null;
  const names = formats.list(rows.map(({ name }) => name));
  return (
    <span role="img" aria-label={t`Looking at this task: ${names}`} className={styles.faces} data-openers>
      {rows.slice(0, MAX_FACES).map(({ userId, name, image }) => (
        <span key={userId} className={styles.face} data-color={pickPersonColor(userId)}>
          <Avatar person={{ id: userId, name, image }} size={16} />
        </span>
      ))}
    </span>
  );
}
