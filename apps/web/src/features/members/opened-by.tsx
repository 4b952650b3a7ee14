import { useLingui } from '@lingui/react/macro';
import { useOpeners } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { pickPersonColor } from '#ui/format/person.ts';
import styles from './opened-by.module.css';

/** More avatars would cover the task. The label names all members. */
const MAX_FACES = 2;

/**
 * Other members who have a task open. Overlays the edge of the task's card or row without a layout shift. Subscribes only to its own task
 * to avoid re-rendering the surrounding card when members come or go.
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
