import type { Billing, Subscription } from '@hearth/contracts/billing/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { trackLoading } from '#platform/client-state/loading.ts';
import { ApiError, call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { BillingFields } from './billing-fields.tsx';
import { startCheckout } from './checkout.data.ts';
import { PlanPrice } from './plan-offer.tsx';
import { PRO_PAISE, PriceSummary } from './price-summary.tsx';
import { readBillingText, useBillingForm, type BillingText } from './use-billing-form.ts';
import { usePaise } from './use-paise.ts';
import { WhatChanges } from './what-changes.tsx';
import styles from './payment.module.css';

interface PayFormProps {
  teamId: string;
  teamName: string;
  subscription: Subscription;
  /** Default address for receipts. */
  email: string;
  /** Called before the browser navigates to the gateway's page. */
  onLeave: () => void;
  /** Content above the form. It names the team. */
  children: ReactNode;
  /** Content below the button, such as the back link. */
  foot: ReactNode;
}

const NO_DETAILS = { name: '', email: '', address: '', state: null, gstin: null, receiptEmails: [] };

/** Invoice recipient, price, and the button that leads to the gateway's page. */
export function PayForm(props: PayFormProps) {
  const { teamId, teamName, email } = props;
  const known = useRequest(teamId, (signal) =>
    call('GET /teams/{teamId}/billing', { params: { teamId }, signal }),
  );
  if (known.data === undefined && known.error === undefined) {
    return (
      <div className={styles.columns}>
        <div className={styles.form}>
          {props.children}
          <SkeletonRows count={4} />
        </div>
      </div>
    );
  }
  // If the request fails, the form starts empty. Its values are sent with the checkout anyway.
  const initial = readBillingText(known.data?.billing.details ?? NO_DETAILS, email, teamName);
  return <Form key={teamId} {...props} initial={initial} billing={known.data?.billing} />;
}

function Form({
  teamId,
  subscription,
  initial,
  billing: known,
  onLeave,
  children,
  foot,
}: PayFormProps & { initial: BillingText; billing: Billing | undefined }) {
  const { t } = useLingui();
  const paise = usePaise();
  const form = useBillingForm(initial);
  const element = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const price = paise(PRO_PAISE);
  const nextPayment = known?.nextPayment ?? null;

  async function pay(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const billing = form.finish();
    if (billing === null) {
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    setIsBusy(true);
    try {
      const url = await trackLoading(startCheckout(teamId, billing));
      onLeave();
      location.assign(url);
    } catch (error) {
      // Another user has paid in the meantime. Refresh the plan to show it.
      if (error instanceof ApiError && error.code === 'CONFLICT') await refreshSubscription();
      form.refuse(error);
      setIsBusy(false);
    }
  }

  return (
    <form ref={element} className={styles.columns} noValidate onSubmit={(event) => void pay(event)}>
      <div className={styles.form}>
        {children}
        {subscription.plan === 'free' && (
          <section className={styles.part} aria-label={t`What changes`}>
            <h2 className={styles.heading}>
              <Trans>What changes</Trans>
            </h2>
            <WhatChanges subscription={subscription} />
          </section>
        )}
        <section className={styles.part} aria-label={t`Billing details`}>
          <h2 className={styles.heading}>
            <Trans>Billing details</Trans>
          </h2>
          <BillingFields form={form} />
        </section>
      </div>
      <div className={styles.checkout}>
        <section className={styles.part} aria-label={t`Total`}>
          <PlanPrice plan="pro" />
          <PriceSummary nextPayment={nextPayment} />
        </section>
        <Button type="submit" size="large" isWide isBusy={isBusy}>
          {nextPayment?.isNow === false ? <Trans>Confirm the payment</Trans> : <Trans>Pay {price}</Trans>}
        </Button>
        {known?.isSandbox === true && (
          <p className={styles.centred}>
            <Trans>Sandbox: no money moves.</Trans>
          </p>
        )}
        {foot}
      </div>
    </form>
  );
}
