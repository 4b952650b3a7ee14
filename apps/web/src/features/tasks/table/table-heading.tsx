import { useFormats } from '#ui/format/formats.ts';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import { ShowOlder } from '#features/tasks/grouping/show-older.tsx';
import styles from './table.module.css';

interface TableHeadingProps {
  line: Exclude<Line, { kind: 'task' }>;
  isBusy: boolean;
  onOlder: () => void;
}

/** The heading of a group, or the button that loads older tasks of the group. */
export function TableHeading({ line, isBusy, onOlder }: TableHeadingProps) {
  const formats = useFormats();
  if (line.kind === 'older')
    return <ShowOlder statusName={line.group.name} isBusy={isBusy} onShow={onOlder} />;
  const { icon, name } = line.kind === 'group' ? line.group : line.subGroup;
  return (
    <span role="heading" aria-level={line.kind === 'group' ? 2 : 3} className={styles[line.kind]}>
      {icon}
      {name}
      <span className={styles.count}>{formats.number(line.count)}</span>
    </span>
  );
}
