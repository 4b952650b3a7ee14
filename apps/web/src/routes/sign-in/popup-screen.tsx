import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PopupEnd } from '#features/auth/index.ts';
import { readSafePath } from '#platform/page/safe-path.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { findStart } from './route-guard.ts';

export function PopupScreen() {
  const { t } = useLingui();
  useTitle(t`Sign in`);
  const router = useRouter();
  const redirect = useCallback(
    async (next: string) => {
      await router.navigate({ href: await findStart(readSafePath(next, location.origin)), replace: true });
    },
    [router],
  );
  return <PopupEnd onPageSignIn={redirect} />;
}
