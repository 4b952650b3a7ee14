import { useRouter, useSearch } from '@tanstack/react-router';
import { SignInPanel } from '#features/auth/index.ts';
import { readSafePath } from '#platform/safe-path.ts';
import { useTitle } from '#platform/use-title.ts';
import { CenteredPage } from '#ui/centered-page.tsx';
import { findStart } from './guard.ts';

export function SignInScreen() {
  useTitle('Sign in');
  const router = useRouter();
  const search = useSearch({ from: '/signin' });
  const next = readSafePath(search.next, location.origin);
  return (
    <CenteredPage title="Welcome to Hearth" lead="Sign in with the Google account that you use for work.">
      <SignInPanel
        next={next}
        onSignedIn={async () => {
          await router.navigate({ href: await findStart(next), replace: true });
        }}
      />
    </CenteredPage>
  );
}
