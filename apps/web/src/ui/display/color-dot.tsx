import styles from './color-dot.module.css';

/** A dot in the color of a project or an option. */
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
