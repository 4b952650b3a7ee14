import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTitle } from '#platform/page/use-title.ts';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { ErrorPageActions, useErrorPageText } from './error-page.tsx';

/** Error page of a screen outside the dashboard, or of the dashboard itself. */
export function ErrorScreen(props: ErrorComponentProps) {
  const words = useErrorPageText(props.error);
  useTitle(words.title);
  return (
    <CenteredPage title={words.title} lead={words.lead}>
      <ErrorPageActions {...props} />
    </CenteredPage>
  );
}
