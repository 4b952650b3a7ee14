import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useRow, useSyncStatus } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { useMissingTask } from '#features/tasks/model/use-missing-task.ts';
import styles from './link-chips.module.css';

interface LinkChipsProps {
  ids: readonly string[];
  /** Navigation to the linked tasks. */
  links?: TaskLinks | undefined;
  onRemove?: ((id: string) => void) | undefined;
  /** Whether to show a single line and clip the overflow. */
  isOneLine?: boolean;
}

/** Shows the linked tasks of a field by key and title. */
export function LinkChips({ ids, isOneLine = false, ...rest }: LinkChipsProps) {
  return (
    <span className={styles.chips} data-one-line={isOneLine || undefined}>
      {ids.map((id) => (
        <LinkChip key={id} id={id} {...rest} />
      ))}
    </span>
  );
}

function LinkChip({ id, links, onRemove }: Omit<LinkChipsProps, 'ids' | 'isOneLine'> & { id: string }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const task = useRow('task', id);
  const isLive = useSyncStatus() === 'live';
  useMissingTask(id, task === undefined && isLive);
  // Skip tasks that are in the trash or not loaded.
  if (task === undefined) return null;
  const status = statuses.find((one) => one.id === task.statusId);
  const { key, title } = task;
  const content = (
    <>
      {status !== undefined && (
        <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
      )}
      <span className={styles.key}>{key}</span>
      <span className={styles.title}>{title}</span>
    </>
  );
  return (
    <span className={styles.chip}>
      {links === undefined ? (
        <span className={styles.words}>{content}</span>
      ) : (
        <a
          className={styles.words}
          href={links.hrefOf(id)}
          title={title}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            links.open(id);
          }}
        >
          {content}
        </a>
      )}
      {onRemove !== undefined && (
        <IconButton label={t`Remove ${title}`} size={24} onClick={() => onRemove(id)}>
          <IconX size={14} stroke={1.7} />
        </IconButton>
      )}
    </span>
  );
}
