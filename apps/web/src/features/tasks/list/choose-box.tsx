import { useLingui } from '@lingui/react/macro';
import styles from './list.module.css';

/** The checkbox of a task for the pointer; the shortcut is x. Visible on hover and while anything is selected. */
export function ChooseBox({ isChosen, title }: { isChosen: boolean; title: string }) {
  const { t } = useLingui();
  return (
    <span className={styles.choose} data-chooses>
      <input type="checkbox" tabIndex={-1} aria-label={t`Select ${title}`} checked={isChosen} readOnly />
    </span>
  );
}
