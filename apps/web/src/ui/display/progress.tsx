import styles from './progress.module.css';

interface ProgressProps {
  label: string;
  value: number;
  /** Null if the maximum is unknown or unlimited. The meter is then omitted. */
  max: number | null;
  /** The value as text: '7 of 10'. */
  text: string;
}

/** The used share of a quota. Highlighted when the quota is exhausted. */
export function Progress({ label, value, max, text }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <span className={styles.label}>{label}</span>
      <span className={styles.text}>{text}</span>
      {max !== null && <Meter label={label} value={value} max={max} text={text} />}
    </div>
  );
}

function Meter({ label, value, max, text }: ProgressProps & { max: number }) {
  const share = max === 0 ? 1 : Math.min(1, value / max);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={Math.max(max, value)}
      aria-valuetext={text}
      className={styles.track}
      data-full={share === 1 || undefined}
    >
      <div className={styles.fill} style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}
