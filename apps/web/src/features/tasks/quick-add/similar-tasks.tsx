import { Trans, useLingui } from '@lingui/react/macro';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { useSimilar } from './use-similar.ts';
import styles from './quick.module.css';

/** Lists existing tasks with similar titles. The list never prevents adding the task. */
export function SimilarTasks({ title }: { title: string }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const tasks = useSimilar(title);
  return (
    <div role="status" className={styles.likes} data-empty={tasks.length === 0 || undefined}>
      {tasks.length > 0 && (
        <>
          <span className={styles.asks}>
            <Trans>Similar open tasks</Trans>
          </span>
          <ul className={styles.likeList} aria-label={t`Similar open tasks`}>
            {tasks.map(({ id, key, title: name, statusId }) => {
              const look = statuses.find((status) => status.id === statusId);
              return (
                <li key={id}>
                  {/* Open in a new tab to keep the entered text. */}
                  <a
                    className={styles.like}
                    href={`/dashboard/tasks?task=${encodeURIComponent(id)}`}
                    target="_blank"
                    rel="noopener"
                  >
                    {look !== undefined && (
                      <StatusGlyph category={look.category} progress={look.progress} color={look.color} />
                    )}
                    <span className={styles.likeKey}>{key}</span>
                    <span className={styles.likeName}>{name}</span>
                  </a>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}
