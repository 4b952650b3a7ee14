import { clsx } from 'clsx';
import styles from './spinner.module.css';

/** Spins while something is pending. Decorative without a label. */
export function Spinner({ label, className }: { label?: string; className?: string | undefined }) {
  const attributes = label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return <span className={clsx(styles.spinner, className)} {...attributes} />;
}
