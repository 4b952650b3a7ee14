import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileOff } from '@tabler/icons-react';
import { Page } from '#shell/page/page.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { Missing } from '#ui/feedback/missing.tsx';

/** The address of a document, before there are any. */
export function DocumentScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`Document`}>
      <Missing
        icon={<IconFileOff size={24} stroke={1.6} />}
        title={t`We can’t find this document`}
        way={
          <LinkButton to="/dashboard/documents" search={{}}>
            <Trans>Documents</Trans>
          </LinkButton>
        }
      >
        <Trans>Documents are coming soon.</Trans>
      </Missing>
    </Page>
  );
}
