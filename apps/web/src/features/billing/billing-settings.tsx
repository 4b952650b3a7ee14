import type { Billing } from '@hearth/contracts/billing/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { auth } from '#platform/session/session.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { DetailsForm } from './details-form.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { PlanRows } from './plan-rows.tsx';
import { PlanUsage } from './plan-usage.tsx';
import { SeatChoice } from './seat-choice.tsx';
import styles from './payment.module.css';

/** Plan, payment method and invoices of the team. Owners can change them, admins can view them. */
export function BillingSettings() {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const may = useMay();
  const mayRead = may('billing.read');
  const subscription = useSelected(auth, (state) => state.subscription);
  const known = useRequest(`${teamId} ${mayRead}`, async (signal) =>
    mayRead ? (await call('GET /teams/{teamId}/billing', { params: { teamId }, signal })).billing : null,
  );
  const [changes, setChanges] = useState(0);
  const errorMessage = useErrorMessages(known.error);
  useEffect(() => void refreshSubscription(), []);

  if (!mayRead) return <WhyNot act="billing.read" isNotice />;
  if (errorMessage !== null) return <Notice kind="warning">{errorMessage}</Notice>;
  const billing = known.data;
  if (billing === undefined || billing === null || subscription === null) return <SkeletonRows />;
  const mayChange = may('subscription.change');
  return (
    <div key={teamId}>
      <Notices billing={billing} mayChange={mayChange} />
      <PlanRows
        billing={billing}
        subscription={subscription}
        mayChange={mayChange}
        onChanged={() => {
          known.reload();
          setChanges((count) => count + 1);
        }}
      />
      {mayChange && <SeatChoice subscription={subscription} />}
      <SettingsGroup title={t`Usage`}>
        <div className={styles.usage}>
          <PlanUsage subscription={subscription} />
        </div>
      </SettingsGroup>
      <DetailsForm billing={billing} mayChange={mayChange} onSaved={known.setData} />
      <InvoiceList changes={changes} />
      <SettingsGroup>
        <SettingRow
          label={t`Export everything`}
          hint={<Trans>Whatever the plan, the whole team can be exported as one file.</Trans>}
        >
          <LinkButton
            to="/dashboard/settings/$section"
            params={{ section: 'transfer' }}
            search={{}}
            variant="default"
          >
            <Trans>Open export</Trans>
          </LinkButton>
        </SettingRow>
      </SettingsGroup>
    </div>
  );
}

function Notices({ billing, mayChange }: { billing: Billing; mayChange: boolean }) {
  const needsAuthorisation = useSelected(auth, (state) => state.subscription?.needsAuthorisation === true);
  const { isSandbox, methodUrl } = billing;
  if (!isSandbox && !needsAuthorisation) return null;
  return (
    <div className={styles.stack}>
      {isSandbox && (
        <Notice>
          <Trans>Sandbox: payments are tried out here and no money moves.</Trans>{' '}
          {methodUrl !== null && (
            <a className={styles.link} href={new URL(methodUrl).origin}>
              <Trans>Open the time machine</Trans>
            </a>
          )}
        </Notice>
      )}
      {needsAuthorisation && (
        <Notice
          kind="warning"
          action={
            mayChange ? (
              <LinkButton to="/payment/onboarding" search={{ plan: 'pro' }} variant="default" size="small">
                <Trans>Confirm the payment</Trans>
              </LinkButton>
            ) : undefined
          }
        >
          <Trans>
            The bank has no permission for the next charge. Confirm it, or Pro ends with the paid month.
          </Trans>
        </Notice>
      )}
    </div>
  );
}
