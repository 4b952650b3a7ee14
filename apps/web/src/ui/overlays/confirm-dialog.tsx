import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The label of the confirm button. */
  action: string;
  /** String that must be typed to confirm the most destructive actions. */
  typeToConfirm?: string;
  /** The dialog and its input stay open until the action closes them. The button is busy while the returned promise is pending. */
  onConfirm: () => unknown;
  onClose: () => void;
  /** States what will be lost. */
  children: ReactNode;
}

/** A confirmation dialog. Used only for actions that cannot be undone. */
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
