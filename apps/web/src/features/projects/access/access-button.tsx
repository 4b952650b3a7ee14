import { useLingui } from '@lingui/react/macro';
import { IconLock, IconUsers } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { useRow } from '#platform/sync/index.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { showAccess } from '#features/projects/model/projects.actions.ts';

const AccessDialog = lazyComponent(async () => (await import('./access-dialog.tsx')).AccessDialog);

/** Opens the access dialog of a project. */
export function AccessButton({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const Glyph = useRow('project', projectId)?.isPrivate === true ? IconLock : IconUsers;
  useAction(showAccess, () => setIsOpen(true));
  return (
    <>
      <IconButton label={t(showAccess.title)} onClick={() => setIsOpen(true)}>
        <Glyph size={18} stroke={1.7} />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <AccessDialog projectId={projectId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
