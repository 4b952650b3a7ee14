import { Plural } from '@lingui/react/macro';
import { useFormats } from '#ui/formats.ts';
import styles from './task-labels.module.css';

/** How much a task is, in points. */
export function EstimatePill({ estimate }: { estimate: number }) {
  const formats = useFormats();
  return (
    <span className={styles.estimate}>
      <span aria-hidden="true">{formats.number(estimate)}</span>
      <span className="hidden-text">
        <Plural value={estimate} one="# point" other="# points" />
      </span>
    </span>
  );
}
