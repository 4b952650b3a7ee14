import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { NoAnswerError } from '#platform/api-client.ts';
import { useTitle } from '#platform/use-title.ts';
import { CenteredPage } from '#ui/centered-page.tsx';

/** A screen that could not be shown; the others go on working. */
export function TroubleScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useTitle('Something went wrong');
  const isAway = error instanceof NoAnswerError;
  return (
    <CenteredPage
      title={isAway ? 'The server cannot be reached' : 'Something went wrong'}
      lead={isAway ? 'Please check your connection.' : 'This screen could not be shown. Your work is safe.'}
    >
      <Button
        fullWidth
        size="md"
        onClick={() => {
          reset();
          void router.invalidate();
        }}
      >
        Try again
      </Button>
    </CenteredPage>
  );
}

export function NotFoundScreen() {
  const router = useRouter();
  useTitle('Not found');
  return (
    <CenteredPage title="There is nothing here" lead="The address may be old, or mistyped.">
      <Button fullWidth size="md" onClick={() => void router.navigate({ to: '/' })}>
        Go home
      </Button>
    </CenteredPage>
  );
}
