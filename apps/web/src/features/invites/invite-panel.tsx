import type { InvitePreview } from '@hearth/contracts/invites/invites';
import type { Team } from '@hearth/contracts/teams/teams';
import { select } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { LoadingDots } from '#ui/feedback/loading.tsx';
import { explainInviteError, useInviteError, type InviteError } from './invite-error.ts';
import { readInvite } from './invites.data.ts';
import { useOtherAccount } from './use-other-account.ts';
import styles from './invites.module.css';

interface InvitePanelProps {
  link: string;
  /** Email of the signed-in user. Null if signed out. */
  email: string | null;
  onSignIn: () => void;
  onLeave: () => void;
  onJoined: (team: Team) => Promise<void>;
}

/** Shows the team of an invite link and accepts the invite. */
export function InvitePanel({ link, email, onSignIn, onLeave, onJoined }: InvitePanelProps) {
  const [refusal, setRefusal] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const preview = useRequest(`${link} ${email}`, (signal) => readInvite(link, email !== null, signal));
  const { data } = preview;
  const invite = data !== undefined && 'invite' in data ? data.invite : undefined;
  const ownTeam = data !== undefined && 'team' in data ? data.team : null;
  const enter = useEffectEvent((team: Team) => void onJoined(team));
  useEffect(() => {
    if (ownTeam !== null) enter(ownTeam);
  }, [ownTeam]);
  const inviteError = useInviteError(refusal ?? preview.error);

  async function join(): Promise<void> {
    setIsBusy(true);
    try {
      const { team } = await trackLoading(call('POST /invites/{link}/join', { params: { link } }));
      await onJoined(team);
    } catch (error) {
      const found = explainInviteError(error);
      if (found.mayRetry) showError(found.lead);
      else setRefusal(error);
      setIsBusy(false);
    }
  }

  function retry(): void {
    setRefusal(undefined);
    preview.reload();
  }

  if (inviteError !== null)
    return <ErrorPage inviteError={inviteError} email={email} onRetry={retry} onLeave={onLeave} />;
  if (invite === undefined) return <LoadingDots />;
  return (
    <InvitePage
      invite={invite}
      email={email}
      isBusy={isBusy}
      onJoin={() => void join()}
      onSignIn={onSignIn}
      onLeave={onLeave}
    />
  );
}

interface InvitePageProps {
  invite: InvitePreview;
  email: string | null;
  isBusy: boolean;
  onJoin: () => void;
  onSignIn: () => void;
  onLeave: () => void;
}

function InvitePage({ invite, email, isBusy, onJoin, onSignIn, onLeave }: InvitePageProps) {
  const { t } = useLingui();
  const other = useOtherAccount();
  return (
    <CenteredPage
      title={t`Join ${invite.teamName}`}
      lead={t`${invite.inviterName} invited you to join as ${select(invite.teamRole, {
        owner: 'an owner',
        admin: 'an admin',
        member: 'a member',
        other: 'a guest',
      })}.`}
    >
      <div className={styles.actions}>
        {email === null ? (
          <Button size="large" isWide onClick={onSignIn}>
            <Trans>Sign in to join</Trans>
          </Button>
        ) : (
          <>
            <Button size="large" isWide isBusy={isBusy} onClick={onJoin}>
              <Trans>Join team</Trans>
            </Button>
            <p className={styles.account}>
              <Trans>
                As <b>{email}</b>
              </Trans>{' '}
              <button type="button" className={styles.quiet} onClick={other.start} disabled={other.isBusy}>
                <Trans>Use another account</Trans>
              </button>
            </p>
          </>
        )}
        <Button variant="subtle" isWide onClick={onLeave}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </CenteredPage>
  );
}

interface ErrorPageProps {
  inviteError: InviteError;
  email: string | null;
  onRetry: () => void;
  onLeave: () => void;
}

function ErrorPage({ inviteError, email, onRetry, onLeave }: ErrorPageProps) {
  const { t } = useLingui();
  const other = useOtherAccount();
  return (
    <CenteredPage title={inviteError.title} lead={inviteError.lead}>
      <div className={styles.actions}>
        {inviteError.isOfAccount && email !== null && (
          <>
            <p className={styles.account}>
              <Trans>
                You are signed in as <b>{email}</b>.
              </Trans>
            </p>
            <Button size="large" isWide isBusy={other.isBusy} onClick={other.start}>
              <Trans>Use another account</Trans>
            </Button>
          </>
        )}
        {(inviteError.mayRetry || inviteError.isOfSeats) && (
          <Button size="large" isWide onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button size="large" isWide variant="default" onClick={onLeave}>
          {email === null ? t`Go home` : t`Go to the dashboard`}
        </Button>
      </div>
    </CenteredPage>
  );
}
