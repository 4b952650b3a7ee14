import { useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { InviteButton, OpenInvites, useInvites } from '#features/invites/index.ts';
import { MembersView } from '#features/members/index.ts';
import { Page } from '#shell/page/page.tsx';
import { usePersonPanel } from '#routes/address/use-person-panel.ts';

export function MembersScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const panel = usePersonPanel();
  const invites = useInvites();
  const { person } = useSearch({ from: '/dashboard/members' });
  return (
    <Page title={t`Members`} layout="fill" actions={<InviteButton invites={invites} />}>
      <MembersView
        shownId={person}
        onOpen={panel.open}
        onClose={panel.close}
        hrefOf={panel.hrefOf}
        onCrowdChange={() => invites.list.reload()}
        onLeft={() => void router.navigate({ to: '/dashboard', search: {} })}
      >
        <OpenInvites invites={invites} />
      </MembersView>
    </Page>
  );
}
