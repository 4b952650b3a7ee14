import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Page } from '#shell/page/page.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorPageActions, useErrorPageText } from './error-page.tsx';

/** Error page of a dashboard screen. The surrounding frame stays. */
export function ErrorInFrame(props: ErrorComponentProps) {
  const text = useErrorPageText(props.error);
  const icon = text.isAway ? (
    <IconCloudOff size={24} stroke={1.6} />
  ) : (
    <IconAlertTriangle size={24} stroke={1.6} />
  );
  return (
    <Page title={text.title}>
      <EmptyState icon={icon} title={text.title} action={<ErrorPageActions {...props} />}>
        {text.lead}
      </EmptyState>
    </Page>
  );
}
