import { LIMITS } from '@hearth/contracts/core/limits';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import styles from './triage.module.css';

interface DeclineDialogProps {
  count: number;
  onDecline: (why: string) => void;
  onClose: () => void;
}

/** Prompts for an optional reason for declining tasks. */
export function DeclineDialog({ count, onDecline, onClose }: DeclineDialogProps) {
  const { t } = useLingui();
  const [why, setWhy] = useState('');
  return (
    <Dialog
      title={t`${plural(count, { one: 'Decline the task', other: 'Decline # tasks' })}`}
      isOpen
      onClose={onClose}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onDecline(why.trim());
        }}
      >
        <TextField
          label={t`Reason (optional, posted as a comment)`}
          value={why}
          maxLength={LIMITS.commentBody}
          autoFocus
          onChange={setWhy}
        />
        <DialogButtons onCancel={onClose}>
          <Button type="submit">
            <Trans>Decline</Trans>
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
