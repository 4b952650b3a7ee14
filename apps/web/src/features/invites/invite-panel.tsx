import { Button } from '@mantine/core';
import type { Team } from '@hearth/contracts/teams';
import { useState } from 'react';
import { call } from '#platform/api-client.ts';
import { showError, trackLoading } from '#platform/core.ts';
import { useRequest } from '#platform/use-request.ts';
import { CenteredPage } from '#ui/centered-page.tsx';
import { LoadingDots } from '#ui/loading.tsx';
import { explainInviteTrouble, type InviteTrouble } from './invite-trouble.ts';
import styles from './invites.module.css';

const ROLE_WORDS = { owner: 'an owner', admin: 'an admin', member: 'a member', guest: 'a guest' } as const;

interface InvitePanelProps {
  link: string;
  isSignedIn: boolean;
  onSignIn: () => void;
  onLeave: () => void;
  onJoined: (team: Team) => Promise<void>;
}

/** What an invite link leads to, and the button that accepts it. */
export function InvitePanel({ link, isSignedIn, onSignIn, onLeave, onJoined }: InvitePanelProps) {
  const [refusal, setRefusal] = useState<InviteTrouble | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const preview = useRequest(link, (signal) => call('GET /invites/{link}', { params: { link }, signal }));
  const invite = preview.data?.invite;
  const trouble = refusal ?? (preview.error === undefined ? null : explainInviteTrouble(preview.error));

  async function join(): Promise<void> {
    setIsBusy(true);
    try {
      const { team } = await trackLoading(call('POST /invites/{link}/join', { params: { link } }));
      await onJoined(team);
    } catch (error) {
      const found = explainInviteTrouble(error);
      if (found.mayRetry) showError(found.lead);
      else setRefusal(found);
      setIsBusy(false);
    }
  }

  if (trouble !== null) {
    return (
      <CenteredPage title={trouble.title} lead={trouble.lead}>
        <div className={styles.actions}>
          {trouble.mayRetry && (
            <Button size="md" fullWidth onClick={preview.reload}>
              Try again
            </Button>
          )}
          <Button size="md" fullWidth variant="default" onClick={onLeave}>
            {isSignedIn ? 'Go to the dashboard' : 'Go home'}
          </Button>
        </div>
      </CenteredPage>
    );
  }
  if (invite === undefined) return <LoadingDots />;
  return (
    <CenteredPage
      title={`Join ${invite.teamName}`}
      lead={`${invite.inviterName} invites you to be ${ROLE_WORDS[invite.teamRole]} of this team.`}
    >
      <div className={styles.actions}>
        {isSignedIn ? (
          <Button size="md" fullWidth loading={isBusy} onClick={() => void join()}>
            Join team
          </Button>
        ) : (
          <Button size="md" fullWidth onClick={onSignIn}>
            Sign in to join
          </Button>
        )}
        <Button variant="subtle" fullWidth onClick={onLeave}>
          Not now
        </Button>
      </div>
    </CenteredPage>
  );
}
