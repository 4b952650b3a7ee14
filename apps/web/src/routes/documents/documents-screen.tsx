import { Trans, useLingui } from '@lingui/react/macro';
import { IconBinaryTree, IconFileText, IconLink, IconPencil, IconSearch } from '@tabler/icons-react';
import { Page } from '#shell/page/page.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { PageIntro } from '#ui/feedback/page-intro.tsx';

/** What the team's knowledge will be kept in. */
export function DocumentsScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`Documents`}>
      <PageIntro
        icon={<IconFileText size={24} stroke={1.6} />}
        title={t`Your team’s knowledge will live here`}
        lead={t`Notes, guides and decisions, next to the work they’re about.`}
        items={[
          {
            icon: IconPencil,
            title: t`Write together`,
            text: t`Several people in one document, every word in real time.`,
          },
          {
            icon: IconBinaryTree,
            title: t`Pages within pages`,
            text: t`A handbook, project notes, meeting minutes: everything in its place.`,
          },
          {
            icon: IconLink,
            title: t`Next to the work`,
            text: t`Link documents to tasks and projects, and back again.`,
          },
          {
            icon: IconSearch,
            title: t`Easy to find`,
            text: t`One search over documents, tasks and comments.`,
          },
        ]}
      >
        <p>
          <Trans>Documents are coming soon. Until then, keep notes in task descriptions.</Trans>
        </p>
        <LinkButton to="/dashboard/tasks" variant="default">
          <Trans>Go to tasks</Trans>
        </LinkButton>
      </PageIntro>
    </Page>
  );
}
