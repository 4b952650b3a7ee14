import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { SignInPanel } from '#features/auth/index.ts';
import { readSafePath } from '#platform/page/safe-path.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { findStart } from './route-guard.ts';
import styles from './sign-in.module.css';

export function SignInScreen() {
  const { t } = useLingui();
  useTitle(t`Sign in`);
  const router = useRouter();
  const search = useSearch({ from: '/signin' });
  const next = readSafePath(search.next, location.origin);
  return (
    <CenteredPage title={t`Welcome to Hearth`} lead={t`Sign in with the Google account you use for work.`}>
      <SignInPanel
        next={next}
        onSignedIn={async () => {
          await router.navigate({ href: await findStart(next), replace: true });
        }}
      />
      <p className={styles.terms}>
        <Trans>
          By signing in you accept the <a href="/terms-and-conditions">Terms and Conditions</a> and the{' '}
          <a href="/privacy">Privacy Policy</a>.
        </Trans>
      </p>
    </CenteredPage>
  );
}
