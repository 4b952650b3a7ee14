import { PERIODS } from '@hearth/contracts/core/periods';
import type { Subscription } from '@hearth/contracts/billing/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { explainError } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Spinner } from '#ui/buttons/spinner.tsx';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { CHECKOUT_MS, startCheckout } from './checkout.data.ts';
import type { Checkout } from './stored-checkout.ts';
import { useWaiting } from './use-waiting.ts';
import styles from './payment.module.css';

interface WaitingProps {
  checkout: Checkout;
  /** Whether the gateway returned payment parameters. Otherwise it is unknown whether a payment was made. */
  hasProof: boolean;
  onPaid: (subscription: Subscription) => void;
  /** Returns to the form. */
  onAgain: () => void;
  /** Content below the buttons, such as a link to the dashboard. */
  children: React.ReactNode;
}

/** Shown between the gateway's page and the bank's confirmation. A reload resumes at this stage. */
export function WaitingForBank({ checkout, hasProof, onPaid, onAgain, children }: WaitingProps) {
  const { t } = useLingui();
  const state = useWaiting(checkout, onPaid);
  const minutes = CHECKOUT_MS / 60_000;
  const days = PERIODS.refund;
  if (state === 'waiting') {
    return (
      <CenteredPage
        title={hasProof ? t`Waiting for your bank` : t`Payment not confirmed yet`}
        lead={
          hasProof
            ? t`This page checks every few seconds. You can close it: Pro turns on as soon as the bank confirms.`
            : t`If you’ve paid, Pro turns on as soon as your bank confirms: this page checks every few seconds. If not, continue where you left off.`
        }
      >
        <div className={styles.ways}>
          <span className={styles.spinner}>
            <Spinner label={t`Waiting for your bank`} />
          </span>
          <PayOn checkout={checkout} hasProof={hasProof} />
          <Button variant="subtle" isWide onClick={onAgain}>
            <Trans>Start over</Trans>
          </Button>
          {children}
        </div>
      </CenteredPage>
    );
  }
  return (
    <CenteredPage
      title={state === 'late' ? t`No answer from your bank yet` : t`The payment didn’t go through`}
      lead={
        state === 'late'
          ? t`Your bank hasn’t confirmed within ${minutes} minutes. If you were charged, Pro turns on once it does, and you can get a full refund within ${days} days.`
          : t`Your team stays as it was. Nothing was charged.`
      }
    >
      <div className={styles.ways}>
        <Button size="large" isWide onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
        {children}
      </div>
    </CenteredPage>
  );
}

/** Resumes an unpaid checkout. The checkout id is the same, so there is no double charge. */
function PayOn({ checkout, hasProof }: Pick<WaitingProps, 'checkout' | 'hasProof'>) {
  const [isBusy, setIsBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  async function open(): Promise<void> {
    setIsBusy(true);
    setErrorMessage(null);
    try {
      location.assign(await startCheckout(checkout.teamId, undefined));
    } catch (error) {
      setErrorMessage(explainError(error));
    }
    setIsBusy(false);
  }
  return (
    <>
      <Button
        variant={hasProof ? 'default' : 'filled'}
        size="large"
        isWide
        isBusy={isBusy}
        onClick={() => void open()}
      >
        {hasProof ? <Trans>Open the payment page again</Trans> : <Trans>Continue to payment</Trans>}
      </Button>
      {errorMessage !== null && (
        <p className={styles.trouble} role="alert">
          {errorMessage}
        </p>
      )}
    </>
  );
}
