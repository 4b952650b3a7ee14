import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconRoute } from '@tabler/icons-react';
import { useAction } from '#platform/actions/actions.ts';
import { useFormats } from '#ui/format/formats.ts';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { showCriticalPath } from '#features/tasks/schedule/calendar.actions.ts';
import type { CriticalPath } from '#features/tasks/schedule/critical-path.ts';
import styles from '#features/tasks/schedule/schedule-head.module.css';

interface PathButtonProps {
  /** The critical path. Null while it is hidden. */
  path: CriticalPath | null;
  onToggle: () => void;
}

/** Toggles the critical path and shows when it ends. */
export function CriticalPathToggle({ path, onToggle }: PathButtonProps) {
  const { t } = useLingui();
  const { calendarDay } = useFormats();
  useAction(showCriticalPath, onToggle);
  return (
    <div className={styles.scales}>
      <span role="status" className={styles.pathWords}>
        {path === null ? '' : describePath(path)}
      </span>
      <Tooltip label={t`The tasks that determine the end date`}>
        <button type="button" aria-pressed={path !== null} onClick={onToggle}>
          <IconRoute size={16} stroke={1.6} aria-hidden="true" />
          <Trans>Critical path</Trans>
        </button>
      </Tooltip>
    </div>
  );

  function describePath({ end, ids }: CriticalPath): string {
    if (end === null) return t`No open tasks with dates`;
    const day = calendarDay(end, { day: 'numeric', month: 'short' });
    return t`Ends ${day}: ${plural(ids.size, { one: '# task decides it', other: '# tasks decide it' })}`;
  }
}
