import { useLingui } from '@lingui/react/macro';
import styles from './list.module.css';

/** Chooses a task by the pointer; keys do it with x. It shows where the pointer is and once something is chosen. */
export function ChooseBox({ isChosen, title }: { isChosen: boolean; title: string }) {
  const { t } = useLingui();
  return (
    <span className={styles.choose} data-chooses>
      <input type="checkbox" tabIndex={-1} aria-label={t`Select ${title}`} checked={isChosen} readOnly />
    </span>
  );
}
