import type { Subscription } from '@hearth/contracts/billing/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { trackLoading } from '#platform/client-state/core.ts';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { BillingFields } from './billing-fields.tsx';
import { startCheckout } from './checkout.data.ts';
import { PRO_PAISE, PriceSummary } from './price-summary.tsx';
import { readBillingText, useBillingForm, type BillingText } from './use-billing-form.ts';
import { usePaise } from './use-paise.ts';
import { WhatChanges } from './what-changes.tsx';
import styles from './payment.module.css';

interface PayFormProps {
  teamId: string;
  teamName: string;
  subscription: Subscription;
  /** Where receipts go unless somebody says otherwise. */
  email: string;
  /** The gateway's page is being opened. */
  onLeave: () => void;
}

const NO_DETAILS = { name: '', email: '', address: '', state: null, gstin: null, receiptEmails: [] };

/** Whom the invoice is for, what it costs, and the button that leads to the gateway's page. */
export function PayForm(props: PayFormProps) {
  const { teamId, teamName, email } = props;
  const known = useRequest(teamId, (signal) =>
    call('GET /teams/{teamId}/billing', { params: { teamId }, signal }),
  );
  if (known.data === undefined && known.error === undefined) return <SkeletonRows count={4} />;
  // Without an answer the form begins empty: what is typed is sent along with the checkout anyway.
  const initial = readBillingText(known.data?.billing.details ?? NO_DETAILS, email, teamName);
  return (
    <Form key={teamId} {...props} initial={initial} isSandbox={known.data?.billing.isSandbox === true} />
  );
}

function Form({
  teamId,
  subscription,
  initial,
  isSandbox,
  onLeave,
}: PayFormProps & { initial: BillingText; isSandbox: boolean }) {
  const { t } = useLingui();
  const paise = usePaise();
  const form = useBillingForm(initial);
  const element = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const price = paise(PRO_PAISE);

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
      form.refuse(error);
      setIsBusy(false);
    }
  }

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void pay(event)}>
      <section className={styles.part} aria-label={t`What changes`}>
        <h2 className={styles.heading}>
          <Trans>What changes</Trans>
        </h2>
        <WhatChanges subscription={subscription} />
      </section>
      <section className={styles.part} aria-label={t`Billing details`}>
        <h2 className={styles.heading}>
          <Trans>Billing details</Trans>
        </h2>
        <BillingFields form={form} />
      </section>
      <section className={styles.part} aria-label={t`Total`}>
        <PriceSummary />
      </section>
      <Button type="submit" size="large" isWide isBusy={isBusy}>
        <Trans>Pay {price}</Trans>
      </Button>
      {isSandbox && (
        <p className={styles.faint}>
          <Trans>Sandbox: no money moves.</Trans>
        </p>
      )}
    </form>
  );
}
