import { CANCEL_REASON_LENGTH } from '@hearth/contracts/billing/billing-values';
import { PERIODS } from '@hearth/contracts/core/periods';
import { PLANS } from '@hearth/contracts/billing/plans';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { TextField } from '#ui/inputs/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './payment.module.css';

interface CancelDialogProps {
  isOpen: boolean;
  paidUntil: string | null;
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Explains the consequences with their dates and offers an optional field for a reason. */
export function CancelDialog({ isOpen, onClose, ...rest }: CancelDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Cancel Pro?`} isOpen={isOpen} onClose={onClose}>
      <CancelForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function CancelForm({ paidUntil, onConfirm, onClose }: Omit<CancelDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const formats = useFormats();
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const until = paidUntil === null ? null : formats.moment(paidUntil, { dateStyle: 'long' });
  const seats = PLANS.free.limits.collaborators;
  const days = PERIODS.chooseSeats;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setIsBusy(true);
        void onConfirm(reason).finally(() => setIsBusy(false));
      }}
    >
      <ul className={styles.list}>
        <li>
          {until === null ? (
            <Trans>Pro ends now. Nothing more will be charged.</Trans>
          ) : (
            <Trans>Pro stays on until {until}. Nothing more will be charged.</Trans>
          )}
        </li>
        <li>
          <Trans>Nothing is deleted. Everything stays readable, editable and exportable.</Trans>
        </li>
        <li>
          <Trans>
            After that, new items wait until there’s room on Trial, and analytics pauses. If more than {seats}{' '}
            people edit, you have {days} days to choose who goes on.
          </Trans>
        </li>
        {until !== null && (
          <li>
            <Trans>You can change your mind any time before.</Trans>
          </li>
        )}
      </ul>
      <TextField
        label={t`What made you cancel? (optional)`}
        rows={2}
        value={reason}
        maxLength={CANCEL_REASON_LENGTH}
        onChange={setReason}
      />
      <div className={styles.buttons}>
        <Button variant="default" data-autofocus onClick={onClose}>
          <Trans>Keep Pro</Trans>
        </Button>
        <Button type="submit" variant="danger" isBusy={isBusy}>
          <Trans>Cancel Pro</Trans>
        </Button>
      </div>
    </form>
  );
}
