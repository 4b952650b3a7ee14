import { useLingui } from '@lingui/react/macro';
import styles from './list.module.css';

/**
 * The checkbox of a task for the pointer; keys do it with x. It shows on hover and once something is
 * selected.
 */
export function ChooseBox({ isChosen, title }: { isChosen: boolean; title: string }) {
  const { t } = useLingui();
  return (
    <span className={styles.choose} data-chooses>
      <input type="checkbox" tabIndex={-1} aria-label={t`Select ${title}`} checked={isChosen} readOnly />
    </span>
  );
}
