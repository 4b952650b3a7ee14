import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '#shell/page/page.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorPageActions, useErrorPageText } from './error-page.tsx';

/** Error page of a dashboard screen. The surrounding frame stays. */
export function ErrorInFrame(props: ErrorComponentProps) {
  const words = useErrorPageText(props.error);
  const icon = words.isAway ? (
    <IconCloudOff size={24} stroke={1.6} />
  ) : (
    <IconAlertTriangle size={24} stroke={1.6} />
  );
  return (
    <Page title={words.title}>
      <EmptyState icon={icon} title={words.title} action={<ErrorPageActions {...props} />}>
        {words.lead}
      </EmptyState>
    </Page>
  );
}
