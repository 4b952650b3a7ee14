import { useLingui } from '@lingui/react/macro';
import { IconLock, IconUsers } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { useRow } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { shareDocument } from '#features/documents/model/documents.actions.ts';

const ShareDialog = lazyComponent(async () => (await import('./share-dialog.tsx')).ShareDialog);

/** Opens the sharing dialog. */
export function ShareButton({ documentId }: { documentId: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const Glyph = useRow('document', documentId)?.isRestricted === true ? IconLock : IconUsers;
  useAction(shareDocument, () => setIsOpen(true));
  return (
    <>
      <IconButton label={t(shareDocument.title)} onClick={() => setIsOpen(true)}>
        <Glyph size={18} stroke={1.7} />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog documentId={documentId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
