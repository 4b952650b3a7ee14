import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFolders, IconPlus } from '@tabler/icons-react';
import { FavouriteList, FavouriteStar } from '#features/favourites/index.ts';
import {
  ArchivedProjects,
  ClosedProjects,
  newProject,
  ProjectLine,
  useProjects,
} from '#features/projects/index.ts';
import { OpenCount } from '#features/tasks/index.ts';
import { runAction } from '#platform/actions.ts';
import { useMay } from '#platform/rights.ts';
import { WhyNot } from '#platform/why-not.tsx';
import { Page } from '#shell/page.tsx';
import { useIsWide } from '#shell/use-is-wide.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Refused } from '#ui/refused.tsx';
import styles from './screens.module.css';

export function ProjectsScreen() {
  const { t } = useLingui();
  const projects = useProjects();
  const may = useMay();
  // Elsewhere they stand in the sidebar.
  const isWide = useIsWide();
  const button = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.9} aria-hidden="true" />}
      onClick={() => runAction(newProject)}
    >
      <Trans>New project</Trans>
    </Button>
  );
  const create = may('projects.create') ? (
    button
  ) : (
    <Refused why={<WhyNot act="projects.create" />}>{button}</Refused>
  );
  const isEmpty = projects.length === 0;
  return (
    <Page title={t`Projects`} actions={isEmpty ? undefined : create}>
      {!isWide && <FavouriteList next={t`All projects`} />}
      {isEmpty ? (
        <EmptyState icon={<IconFolders size={24} stroke={1.6} />} title={t`No project yet`} action={create}>
          <Trans>
            A project gathers the tasks of one undertaking on a board, such as a website or a launch.
          </Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Projects`}>
          {projects.map((project) => (
            <li key={project.id} className={styles.starred}>
              <ProjectLine project={project}>
                <OpenCount projectId={project.id} />
              </ProjectLine>
              <FavouriteStar of={{ id: project.id, kind: 'project', name: project.name }} />
            </li>
          ))}
        </ul>
      )}
      <ArchivedProjects />
      <ClosedProjects />
    </Page>
  );
}
