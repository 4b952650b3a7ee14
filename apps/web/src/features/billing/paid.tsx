import type { Subscription } from '@hearth/contracts/billing/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { forgetBlocked, markDue, type BlockedAct } from './blocked-act.ts';
import { PRO_PAISE } from './price-summary.tsx';
import { usePaise } from './use-paise.ts';
import styles from './payment.module.css';

interface PaidProps {
  teamId: string;
  subscription: Subscription;
  /** Fallback address for receipts. */
  email: string;
  /** The action that was blocked by the plan limit. */
  blocked: BlockedAct | null;
  /** Navigates to the page of the blocked action or to home. */
  onGo: (path: string) => void;
}

const HOME = '/dashboard';

/** Shown after a successful payment: the next steps and a link back to the blocked action. */
export function Paid({ teamId, subscription, email, blocked, onGo }: PaidProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const paise = usePaise();
  const known = useRequest(teamId, (signal) =>
    call('GET /teams/{teamId}/billing', { params: { teamId }, signal }),
  );
  const isLoaded = known.data !== undefined || known.error !== undefined;
  const address = known.data?.billing.details.email || email;
  const price = paise(known.data?.billing.amount ?? PRO_PAISE);
  const nextCharge = subscription.renewsAt;
  return (
    <CenteredPage
      title={t`Pro is on`}
      lead={
        <>
          {nextCharge !== null && (
            <Trans>
              Next charge: {price} on {formats.moment(nextCharge, { dateStyle: 'long' })}.
            </Trans>
          )}{' '}
          {isLoaded && <Trans>The receipt goes to {address}.</Trans>}
        </>
      }
    >
      <div className={styles.ways}>
        {blocked !== null && (
          <Button
            size="large"
            isWide
            onClick={() => {
              markDue(blocked);
              onGo(blocked.path);
            }}
          >
            <ContinueText blocked={blocked} />
          </Button>
        )}
        <Button
          size="large"
          isWide
          variant={blocked === null ? 'filled' : 'default'}
          onClick={() => {
            forgetBlocked();
            onGo(HOME);
          }}
        >
          <Trans>Go to the dashboard</Trans>
        </Button>
      </div>
    </CenteredPage>
  );
}

function ContinueText({ blocked: { kind, name } }: { blocked: BlockedAct }) {
  if (kind === 'invite') return <Trans>Continue: invite {name}</Trans>;
  if (name === '') return <Trans>Continue: create the document</Trans>;
  return <Trans>Continue: create “{name}”</Trans>;
}
