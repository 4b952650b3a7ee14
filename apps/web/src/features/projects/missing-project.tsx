import { Trans, useLingui } from '@lingui/react/macro';
import { IconFolderOff } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useMay } from '#platform/rights.ts';
import { lazyPart } from '#ui/bring-code.ts';
import { EmptyState } from '#ui/empty-state.tsx';

const ClosedProject = lazyPart(async () => (await import('./closed-project.tsx')).ClosedProject);

/** The address of a project that this person cannot open. Only owners and admins may hear that it is there. */
export function MissingProject({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const may = useMay();
  const notHere = (
    <EmptyState icon={<IconFolderOff size={24} stroke={1.6} />} title={t`This project is not here`}>
      <Trans>It may have been deleted or made private, or it belongs to another team.</Trans>
    </EmptyState>
  );
  if (!may('projects.listPrivate')) return notHere;
  return (
    <Suspense fallback={null}>
      <ClosedProject projectId={projectId} otherwise={notHere} />
    </Suspense>
  );
}
