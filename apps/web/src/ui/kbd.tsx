import styles from './feedback.module.css';

/** A key, as it is printed on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}
