import { useRouter } from '@tanstack/react-router';
import { InviteSection } from '#features/invites/index.ts';
import { MemberList } from '#features/members/index.ts';
import { Page } from '#shell/page.tsx';

export function MembersScreen() {
  const router = useRouter();
  return (
    <Page title="Members">
      <InviteSection />
      <MemberList onLeft={() => void router.navigate({ to: '/dashboard', search: {} })} />
    </Page>
  );
}
