import type { StatusCategory } from '@hearth/contracts/model/task-values';
import styles from './glyphs.module.css';

interface StatusGlyphProps {
  category: StatusCategory;
  /** Progress of a started status, from 0 to 1. Fills the ring. */
  progress?: number;
  color?: string;
  size?: number;
}

const RADIUS = 5.5;
const PIE_RADIUS = 1.9;
const PIE_LENGTH = 2 * Math.PI * PIE_RADIUS;

/**
 * A ring that shows the status category: dashed, empty, partly filled, solid with a tick, or crossed out. The adjacent text provides the
 * accessible name.
 */
export function StatusGlyph({ category, progress = 0.5, color = 'gray', size = 14 }: StatusGlyphProps) {
  const isSolid = category === 'completed';
  return (
    <svg
      className={styles.glyph}
      data-color={color}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      aria-hidden="true"
    >
      <circle
        cx="7"
        cy="7"
        r={RADIUS}
        fill={isSolid ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray={category === 'backlog' ? '1.6 1.85' : undefined}
      />
      {category === 'started' && (
        <circle
          cx="7"
          cy="7"
          r={PIE_RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth={PIE_RADIUS * 2}
          strokeDasharray={`${PIE_LENGTH * progress} ${PIE_LENGTH}`}
          transform="rotate(-90 7 7)"
        />
      )}
      {isSolid && <path d="M4.4 7.2 6.2 9l3.4-3.7" className={styles.cut} />}
      {category === 'cancelled' && <path d="m4.9 9.1 4.2-4.2" className={styles.stroke} />}
    </svg>
  );
}
