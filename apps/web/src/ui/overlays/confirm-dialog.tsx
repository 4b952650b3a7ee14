import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** What the button does. */
  action: string;
  /** Must be typed to confirm, for what costs most. */
  typeToConfirm?: string;
  /** What takes its time keeps the dialog, and what was typed, until it closes it. */
  onConfirm: () => unknown;
  onClose: () => void;
  /** Names what will be lost. */
  children: ReactNode;
}

/** Only for what cannot be undone. */
export function ConfirmDialog({ isOpen, title, onClose, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <ConfirmForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function ConfirmForm({
  action,
  typeToConfirm,
  onConfirm,
  onClose,
  children,
}: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const isSure = typeToConfirm === undefined || typed.trim() === typeToConfirm.trim();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSure || isBusy) return;
        setIsBusy(true);
        void Promise.resolve(onConfirm()).finally(() => setIsBusy(false));
      }}
    >
      <p className={styles.text}>{children}</p>
      {typeToConfirm !== undefined && (
        <TextField
          label={t`Type “${typeToConfirm}” to confirm`}
          value={typed}
          autoFocus
          onChange={setTyped}
        />
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus={typeToConfirm === undefined || undefined}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="danger" disabled={!isSure} isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
