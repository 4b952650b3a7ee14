import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import styles from './confirm-dialog.module.css';

/** The buttons below a dialog's form: Cancel, then the submit buttons. */
export function DialogButtons({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className={styles.buttons}>
      <Button variant="default" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      {children}
    </div>
  );
}
