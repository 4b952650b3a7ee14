import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '#shell/page/page.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { TroubleWays, useTroubleWords } from './trouble.tsx';

/** A screen of the dashboard that could not be shown: the frame around it stays. */
export function TroubleInFrame(props: ErrorComponentProps) {
  const words = useTroubleWords(props.error);
  const icon = words.isAway ? (
    <IconCloudOff size={24} stroke={1.6} />
  ) : (
    <IconAlertTriangle size={24} stroke={1.6} />
  );
  return (
    <Page title={words.title}>
      <EmptyState icon={icon} title={words.title} action={<TroubleWays {...props} />}>
        {words.lead}
      </EmptyState>
    </Page>
  );
}
