import type { Priority } from '@hearth/contracts/model/task-values';
import styles from './glyphs.module.css';

/** Number of filled bars, out of three. */
const FILLED_BARS: Record<Exclude<Priority, 'urgent'>, number> = { none: 0, low: 1, medium: 2, high: 3 };
const BAR_HEIGHTS = [4, 7, 10];

/** The priority as three bars, filled up to its level. Urgent is a square with an exclamation mark, and no priority is three short bars. */
export function PriorityGlyph({ priority, size = 14 }: { priority: Priority; size?: number }) {
  if (priority === 'urgent') {
    return (
      <svg className={styles.urgent} width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
        <rect x="1" y="1" width="12" height="12" rx="3" fill="currentColor" />
        <path d="M7 4v3.6" className={styles.cut} />
        <circle cx="7" cy="10" r="0.95" className={styles.cutDot} />
      </svg>
    );
  }
  return (
    <svg className={styles.bars} width={size} height={size} viewBox="0 0 14 14" aria-hidden="true">
      {BAR_HEIGHTS.map((height, index) => (
        <rect
          key={height}
          x={1.5 + index * 4}
          y={priority === 'none' ? 6.5 : 12 - height}
          width="3"
          height={priority === 'none' ? 1.5 : height}
          rx="1"
          fill="currentColor"
          opacity={priority === 'none' || index < FILLED_BARS[priority] ? 1 : 0.28}
        />
      ))}
    </svg>
  );
}
