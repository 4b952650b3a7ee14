import { useLingui } from '@lingui/react/macro';
import styles from './list.module.css';

/** Selection checkbox of a task for pointer input. The shortcut is X. Visible on hover and while any task is selected. */
export function ChooseBox({ isChosen, title }: { isChosen: boolean; title: string }) {
  const { t } = useLingui();
  return (
    <span className={styles.choose} data-chooses>
      <input type="checkbox" tabIndex={-1} aria-label={t`Select ${title}`} checked={isChosen} readOnly />
    </span>
  );
}
