import { Trans, useLingui } from '@lingui/react/macro';
import { IconFolders, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { FavouriteList, FavouriteStar } from '#features/favourites/index.ts';
import {
  ArchivedProjects,
  ClosedProjects,
  newProject,
  ProjectHeads,
  ProjectRow,
  sortProjects,
  useProjects,
  type ProjectOrder,
} from '#features/projects/index.ts';
import { usePeople } from '#features/members/index.ts';
import { openTasksByProject, ProjectProgress } from '#features/tasks/index.ts';
import { runAction } from '#platform/actions/actions.ts';
import type { SyncRows } from '@hearth/contracts/sync';
import { useTeamStore } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Page } from '#shell/page/page.tsx';
import { useIsWide } from '#shell/page/use-is-wide.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { compareNames } from '#ui/format/formats.ts';
import { Refused } from '#ui/buttons/refused.tsx';
import styles from '#routes/frame/screens.module.css';

export function ProjectsScreen() {
  const { t } = useLingui();
  const projects = useProjects();
  const [order, setOrder] = useState<ProjectOrder | null>(null);
  const shown = useSorted(projects, order);
  const may = useMay();
  // On wide screens, the favourites are in the sidebar.
  const isWide = useIsWide();
  const button = (
    <Button
      icon={<IconPlus size={16} stroke={1.9} aria-hidden="true" />}
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
        <EmptyState icon={<IconFolders size={24} stroke={1.6} />} title={t`No projects yet`} action={create}>
          <Trans>A project is a board for one piece of work, like a website or a launch.</Trans>
        </EmptyState>
      ) : (
        <>
          <ProjectHeads order={order} onOrder={setOrder} />
          <ul aria-label={t`Projects`}>
            {shown.map((project) => (
              <li key={project.id} className={styles.starred}>
                <ProjectRow project={project}>
                  <ProjectProgress projectId={project.id} />
                </ProjectRow>
                <FavouriteStar of={{ id: project.id, kind: 'project', name: project.name }} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ArchivedProjects />
      <ClosedProjects />
    </Page>
  );
}

type Projects = readonly SyncRows['project'][];

function useSorted(projects: Projects, order: ProjectOrder | null): Projects {
  const people = usePeople();
  const ids = useMemo(() => projects.map(({ id }) => id), [projects]);
  const open = useGroupLists(openTasksByProject(useTeamStore()), ids);
  return useMemo(() => {
    if (order === null) return projects;
    const names = new Map(people.map(({ id, name }) => [id, name]));
    return sortProjects(projects, order, {
      nameOf: (userId) => names.get(userId) ?? null,
      openIn: (id) => open[ids.indexOf(id)]?.length ?? 0,
      compareNames,
    });
  }, [projects, order, people, ids, open]);
}
