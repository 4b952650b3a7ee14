import { Trans, useLingui } from '@lingui/react/macro';
import { IconBinaryTree, IconFileText, IconLink, IconPencil, IconSearch } from '@tabler/icons-react';
import { Page } from '#shell/page.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Outlook } from '#ui/outlook.tsx';

/** What the team's knowledge will be kept in. */
export function DocumentsScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`Documents`}>
      <Outlook
        icon={<IconFileText size={24} stroke={1.6} />}
        title={t`Your team’s knowledge will live here`}
        lead={t`Notes, guides and decisions, beside the work that they are about.`}
        items={[
          {
            icon: IconPencil,
            title: t`Write together`,
            text: t`Several people in one document at the same time, each word there at once.`,
          },
          {
            icon: IconBinaryTree,
            title: t`Pages within pages`,
            text: t`A handbook, a project’s notes, the minutes of a meeting: each in its place.`,
          },
          {
            icon: IconLink,
            title: t`Beside the work`,
            text: t`A document names its tasks and projects, and they lead back to it.`,
          },
          {
            icon: IconSearch,
            title: t`Found again`,
            text: t`One search over documents, tasks and comments.`,
          },
        ]}
      >
        <p>
          <Trans>Documents are still being made. Until then a task’s description has room for notes.</Trans>
        </p>
        <LinkButton to="/dashboard/tasks" variant="default">
          <Trans>Go to tasks</Trans>
        </LinkButton>
      </Outlook>
    </Page>
  );
}
