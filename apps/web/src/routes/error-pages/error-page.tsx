import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '#ui/buttons/button.tsx';
import { NoResponseError } from '#platform/api/api-client.ts';
import { CopyFault } from '#shell/notes/copy-fault.tsx';
import styles from './error-page.module.css';

/** Returns the title and lead of the error page for an error. */
export function useErrorPageText(error: unknown): { title: string; lead: string; isAway: boolean } {
  const { t } = useLingui();
  if (error instanceof NoResponseError) {
    return { title: t`The server cannot be reached`, lead: t`Please check your connection.`, isAway: true };
  }
  return {
    title: t`Something went wrong`,
    lead: t`Couldn’t show this screen. Your work is safe.`,
    isAway: false,
  };
}

/** The recovery actions: retry, or copy the details. */
export function ErrorPageActions({ error, info, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div className={styles.ways}>
      <Button
        onClick={() => {
          reset();
          void router.invalidate();
        }}
      >
        <Trans>Try again</Trans>
      </Button>
      <CopyFault error={error} componentStack={info?.componentStack} />
    </div>
  );
}
