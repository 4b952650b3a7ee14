import { clsx } from 'clsx';
import styles from './spinner.module.css';

/** Turns while something is under way; without a label it is only to be seen. */
export function Spinner({ label, className }: { label?: string; className?: string | undefined }) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return <span className={clsx(styles.spinner, className)} {...said} />;
}
