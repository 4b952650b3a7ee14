import styles from './cards.module.css';

type Sign = 'full' | 'striped' | 'dashed' | 'dotted' | 'line' | 'marked' | 'limit' | 'up' | 'down' | 'note';

/** Explains the symbols of a chart. */
export function Legend({ items }: { items: readonly (readonly [Sign, string])[] }) {
  return (
    <ul className={styles.legend}>
      {items.map(([sign, label]) => (
        <li key={sign}>
          <span className={styles.sign} data-sign={sign} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
