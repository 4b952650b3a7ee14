import { Trans } from '@lingui/react/macro';
import { IconRepeat } from '@tabler/icons-react';
import styles from '#features/tasks/model/task-marks.module.css';

/** Icon that marks a recurring task. */
export function RepeatMark() {
  return (
    <span className={styles.mark}>
      <IconRepeat size={13} stroke={1.7} aria-hidden="true" />
      <span className="hidden-text">
        <Trans>Repeats</Trans>
      </span>
    </span>
  );
}
