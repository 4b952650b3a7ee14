import styles from './color-dot.module.css';

/** A project's color. */
export function ColorDot({ color, size = 10 }: { color: string; size?: number }) {
  return (
    <span
      className={styles.dot}
      data-color={color}
      style={{ inlineSize: size, blockSize: size }}
      aria-hidden="true"
    />
  );
}
