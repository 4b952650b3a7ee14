import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTitle } from '#platform/page/use-title.ts';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { TroubleWays, useTroubleWords } from './trouble.tsx';

/** A screen outside the dashboard that could not be shown, or the dashboard itself. */
export function TroubleScreen(props: ErrorComponentProps) {
  const words = useTroubleWords(props.error);
  useTitle(words.title);
  return (
    <CenteredPage title={words.title} lead={words.lead}>
      <TroubleWays {...props} />
    </CenteredPage>
  );
}
