import { clsx } from 'clsx';
import { useFormats } from '#ui/format/formats.ts';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import { ShowOlder } from '#features/tasks/grouping/show-older.tsx';
import styles from './timeline.module.css';

interface TimelineHeadingProps {
  line: Exclude<Line, { kind: 'task' }>;
  isBusy: boolean;
  onOlder: () => void;
}

/** The heading of a group, or the button that loads older tasks of the group. */
export function TimelineHeading({ line, isBusy, onOlder }: TimelineHeadingProps) {
  const formats = useFormats();
  return (
    <div role="row" className={styles.row}>
      <div role="gridcell" className={clsx(styles.heading, line.kind === 'subGroup' && styles.subHeading)}>
        {line.kind === 'older' ? (
          <ShowOlder statusName={line.group.name} isBusy={isBusy} onShow={onOlder} />
        ) : (
          <>
            {line.kind === 'group' ? line.group.icon : line.subGroup.icon}
            {line.kind === 'group' ? line.group.name : line.subGroup.name}
            <span className={styles.count}>{formats.number(line.count)}</span>
          </>
        )}
      </div>
    </div>
  );
}
