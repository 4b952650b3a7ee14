import { useLingui } from '@lingui/react/macro';
import { IconUsers } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';

const AccessDialog = lazy(async () => ({ default: (await import('./access-dialog.tsx')).AccessDialog }));

/** Opens the list of who can open a project. */
export function AccessButton({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton label={t`Who can open it`} onClick={() => setIsOpen(true)}>
        <IconUsers size={18} stroke={1.7} />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <AccessDialog projectId={projectId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
