import { useFormats } from '#ui/format/formats.ts';
import type { Folds } from '#features/tasks/grouping/folds.ts';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import { ShowOlder } from '#features/tasks/grouping/show-older.lazy.ts';
import { GroupCount } from '#features/tasks/statuses/group-count.tsx';
import { FoldButton } from './fold-button.tsx';
import styles from './list.module.css';

interface ListHeadingProps {
  line: Exclude<Line, { kind: 'task' }>;
  /** Undefined if headings cannot be collapsed. */
  folds: Folds | undefined;
  isBusy: boolean;
  onOlder: () => void;
}

/** The heading of a group, or the button that loads older tasks of the group. */
export function ListHeading({ line, folds, isBusy, onOlder }: ListHeadingProps) {
  const formats = useFormats();
  if (line.kind === 'older')
    return <ShowOlder statusName={line.group.name} isBusy={isBusy} onShow={onOlder} />;
  const count = formats.number(line.count);
  if (line.kind === 'subGroup') {
    return (
      <h3 className={styles.subGroup}>
        {line.subGroup.icon}
        {line.subGroup.name}
        <span className={styles.count}>{count}</span>
      </h3>
    );
  }
  const { group, isFolded } = line;
  return (
    <h2 className={styles.group}>
      {folds !== undefined && (
        <FoldButton name={group.name} isFolded={isFolded} onToggle={() => folds.toggle(group.key)} />
      )}
      {group.icon}
      {group.name}
      <GroupCount group={group} shown={line.count} className={styles.count}>
        {count}
      </GroupCount>
    </h2>
  );
}
