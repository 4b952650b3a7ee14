import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTitle } from '#platform/page/use-title.ts';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { ErrorPageActions, useErrorPageText } from './error-page.tsx';

/** Error page of a screen outside the dashboard, or of the dashboard itself. */
export function ErrorScreen(props: ErrorComponentProps) {
  const text = useErrorPageText(props.error);
  useTitle(text.title);
  return (
    <CenteredPage title={text.title} lead={text.lead}>
      <ErrorPageActions {...props} />
    </CenteredPage>
  );
}
