import type { Billing, PaymentMethod, Subscription } from '@hearth/contracts/billing/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { isEnding, namePlan } from '#platform/session/plan.ts';
import { showRefusal, withFreshSignIn } from '#platform/session/sign-in-again.ts';
import { acceptSubscription } from '#platform/session/subscription.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { AnchorButton, Button } from '#ui/buttons/button.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { PlanSentence } from './plan-sentence.tsx';
import { usePaise } from './use-paise.ts';

interface PlanRowsProps {
  billing: Billing;
  subscription: Subscription;
  mayChange: boolean;
  /** Called when the payment status at the gateway may have changed. */
  onChanged: () => void;
}

/** Plan and payment, each with the owner's actions. */
export function PlanRows({ billing, subscription, mayChange, onChanged }: PlanRowsProps) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const [dialog, setDialog] = useState<'cancel' | 'refund' | null>(null);
  const close = () => setDialog(null);

  async function change(act: () => Promise<{ subscription: Subscription }>, message: string): Promise<void> {
    try {
      const answer = await withFreshSignIn(() => trackLoading(act()));
      acceptSubscription(teamId, answer.subscription);
      showToast(message);
      onChanged();
      close();
    } catch (error) {
      showRefusal(error);
    }
  }

  const params = { teamId };
  const cancel = (reason: string) =>
    change(
      () =>
        call('POST /teams/{teamId}/subscription/cancel', {
          params,
          body: reason.trim() === '' ? {} : { reason: reason.trim() },
        }),
      t`Pro cancelled`,
    );
  const resume = () =>
    change(() => call('POST /teams/{teamId}/subscription/resume', { params }), t`Pro goes on`);
  const refund = () =>
    change(() => call('POST /teams/{teamId}/subscription/refund', { params }), t`Refund is on its way`);

  return (
    <>
      <SettingsGroup title={t`Plan`}>
        <SettingRow
          label={namePlan(subscription.plan)}
          hint={<PlanSentence subscription={subscription} amount={billing.amount} />}
        >
          {mayChange && (
            <PlanControl
              subscription={subscription}
              onCancel={() => setDialog('cancel')}
              onResume={() => void resume()}
            />
          )}
        </SettingRow>
        <MethodRow billing={billing} mayChange={mayChange} />
        {mayChange && <RefundRow billing={billing} onRequest={() => setDialog('refund')} />}
      </SettingsGroup>
      <CancelDialog
        isOpen={dialog === 'cancel'}
        // With a failed payment, no further period is paid for, so the plan ends immediately.
        paidUntil={subscription.status === 'past_due' ? null : subscription.paidUntil}
        onConfirm={cancel}
        onClose={close}
      />
      <RefundDialog isOpen={dialog === 'refund'} amount={billing.amount} onConfirm={refund} onClose={close} />
    </>
  );
}

interface PlanControlProps {
  subscription: Subscription;
  onCancel: () => void;
  onResume: () => void;
}

function PlanControl({ subscription, onCancel, onResume }: PlanControlProps) {
  const { plan, status, cancelAtPeriodEnd, renewsAt, paidUntil } = subscription;
  if (plan === 'free')
    return (
      <LinkButton to="/payment/onboarding" search={{ plan: 'pro' }}>
        {status === 'pending' ? (
          <Trans>Finish the payment</Trans>
        ) : status === 'halted' ? (
          <Trans>Turn Pro back on</Trans>
        ) : (
          <Trans>Go Pro</Trans>
        )}
      </LinkButton>
    );
  if (cancelAtPeriodEnd)
    return (
      <Button onClick={onResume}>
        <Trans>Keep Pro</Trans>
      </Button>
    );
  if (isEnding(subscription))
    return (
      <LinkButton to="/payment/onboarding" search={{ plan: 'pro' }}>
        <Trans>Keep Pro</Trans>
      </LinkButton>
    );
  // Complimentary Pro cannot be canceled either.
  if (renewsAt === null && paidUntil === null) return null;
  return (
    <>
      <Button variant="default" onClick={onCancel}>
        <Trans>Cancel Pro</Trans>
      </Button>
      {status === 'past_due' && (
        <LinkButton to="/payment/onboarding" search={{ plan: 'pro' }}>
          <Trans>Pay now</Trans>
        </LinkButton>
      )}
    </>
  );
}

function MethodRow({ billing: { method, methodUrl }, mayChange }: { billing: Billing; mayChange: boolean }) {
  const { t } = useLingui();
  if (method === null && methodUrl === null) return null;
  return (
    <SettingRow
      label={t`Payment method`}
      hint={method === null ? <Trans>Not known yet.</Trans> : <MethodText method={method} />}
    >
      {mayChange && methodUrl !== null && (
        <AnchorButton variant="default" href={methodUrl} aria-label={t`Change the payment method`}>
          <Trans>Change</Trans>
        </AnchorButton>
      )}
    </SettingRow>
  );
}

function MethodText({ method: { kind, network, last4, expires } }: { method: PaymentMethod }) {
  const { t } = useLingui();
  const formats = useFormats();
  const kinds = { card: t`Card`, upi: 'UPI', emandate: t`Bank account`, other: t`Other` };
  const name = network ?? kinds[kind];
  const day =
    expires === null ? null : formats.calendarDay(`${expires}-01`, { month: 'short', year: 'numeric' });
  return (
    <>
      {last4 === null ? (
        name
      ) : (
        <Trans>
          {name} ending in {last4}
        </Trans>
      )}
      {day !== null && (
        <>
          {' · '}
          <Trans>Expires {day}</Trans>
        </>
      )}
    </>
  );
}

function RefundRow({ billing: { refundableUntil }, onRequest }: { billing: Billing; onRequest: () => void }) {
  const { t } = useLingui();
  const formats = useFormats();
  const [shownAt] = useState(() => new Date());
  if (refundableUntil === null || new Date(refundableUntil) <= shownAt) return null;
  const until = formats.moment(refundableUntil);
  return (
    <SettingRow label={t`Refund`} hint={<Trans>In full, until {until}.</Trans>}>
      <Button variant="default" onClick={onRequest}>
        <Trans>Get a refund</Trans>
      </Button>
    </SettingRow>
  );
}

interface RefundDialogProps {
  isOpen: boolean;
  amount: number;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

function RefundDialog({ isOpen, amount, onConfirm, onClose }: RefundDialogProps) {
  const { t } = useLingui();
  const paise = usePaise();
  const sum = paise(amount);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t`Refund ${sum}?`}
      action={t`Refund and end Pro`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Trans>
        All of {sum} goes back to your payment method and Pro ends at once. Nothing is deleted: everything
        stays readable, editable and exportable.
      </Trans>
    </ConfirmDialog>
  );
}
