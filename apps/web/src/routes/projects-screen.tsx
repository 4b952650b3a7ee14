import { Button } from '@mantine/core';
import { IconFolders, IconPlus } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ProjectDialog, ProjectLine, useProjects } from '#features/projects/index.ts';
import { useMay } from '#platform/rights.ts';
import { Page } from '#shell/page.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

export function ProjectsScreen() {
  const router = useRouter();
  const projects = useProjects();
  const may = useMay();
  const [isCreating, setIsCreating] = useState(false);
  const create = may('projects.create') ? (
    <Button
      leftSection={<IconPlus size={16} stroke={1.9} aria-hidden="true" />}
      onClick={() => setIsCreating(true)}
    >
      New project
    </Button>
  ) : undefined;
  const isEmpty = projects.length === 0;
  return (
    <Page title="Projects" actions={isEmpty ? undefined : create}>
      {isEmpty ? (
        <EmptyState icon={<IconFolders size={24} stroke={1.6} />} title="No project yet" action={create}>
          A project gathers the tasks of one undertaking on a board, such as a website or a launch.
        </EmptyState>
      ) : (
        <ul aria-label="Projects">
          {projects.map((project) => (
            <li key={project.id}>
              <ProjectLine project={project} />
            </li>
          ))}
        </ul>
      )}
      <ProjectDialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(projectId) =>
          void router.navigate({ to: '/dashboard/projects/$projectId', params: { projectId }, search: {} })
        }
      />
    </Page>
  );
}
