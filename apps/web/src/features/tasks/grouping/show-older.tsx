import { useLingui } from '@lingui/react/macro';
import { IconHistory } from '@tabler/icons-react';
import styles from '#features/tasks/add-line/add-button.module.css';

interface ShowOlderProps {
  statusName: string;
  isBusy: boolean;
  onShow: () => void;
}

/** Button at the end of the finished tasks that loads more finished tasks from outside the working set. */
export function ShowOlder({ statusName, isBusy, onShow }: ShowOlderProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className={styles.addButton}
      aria-label={t`Show older tasks of ${statusName}`}
      disabled={isBusy}
      onClick={onShow}
    >
      <IconHistory size={15} stroke={1.8} aria-hidden="true" />
      {isBusy ? t`Looking…` : t`Show older`}
    </button>
  );
}
