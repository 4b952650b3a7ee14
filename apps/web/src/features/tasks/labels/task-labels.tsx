import { Trans } from '@lingui/react/macro';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { compareNames, useFormats } from '#ui/format/formats.ts';
import styles from './task-labels.module.css';

interface TaskLabelsProps {
  ids: readonly string[];
  /** Maximum number of chips. If there are more labels, the last chip shows the number of the others. */
  max?: number;
}

/** The labels of a task, sorted by name. Used on cards and in rows. */
export function TaskLabels({ ids, max = 4 }: TaskLabelsProps) {
  const formats = useFormats();
  const labels = useRowsOf('label', ids).toSorted((a, b) => compareNames(a.name, b.name));
  if (labels.length === 0) return null;
  const shown = labels.slice(0, labels.length > max ? max - 1 : max);
  const rest = labels.slice(shown.length);
  return (
    <span className={styles.labels}>
      <span className="hidden-text">
        <Trans>Labels:</Trans>{' '}
      </span>
      {shown.map(({ id, name, color }) => (
        <span key={id} className={styles.label}>
          <ColorDot color={color} size={8} />
          <span className="one-line">{name}</span>
        </span>
      ))}
      {rest.length > 0 && (
        <span className={styles.label} title={formats.list(rest.map(({ name }) => name))}>
          {formats.number(rest.length, { signDisplay: 'always' })}
        </span>
      )}
    </span>
  );
}
