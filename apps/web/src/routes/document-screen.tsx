import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileOff } from '@tabler/icons-react';
import { Page } from '#shell/page.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';

/** The address of a document, before there are any. */
export function DocumentScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`Document`}>
      <EmptyState
        icon={<IconFileOff size={24} stroke={1.6} />}
        title={t`This document is not here`}
        action={
          <LinkButton to="/dashboard/documents" variant="default">
            <Trans>About documents</Trans>
          </LinkButton>
        }
      >
        <Trans>Documents are still being made: no team has one yet.</Trans>
      </EmptyState>
    </Page>
  );
}
