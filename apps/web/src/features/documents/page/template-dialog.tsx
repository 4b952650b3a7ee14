import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useTeamStore } from '#platform/sync/index.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { DocumentLocation } from '#features/documents/model/documents.data.ts';
import { openNewDocument } from '#features/documents/model/open-new.ts';
import { TemplateGallery } from '#features/documents/templates/template-gallery.tsx';
import { DocumentMenu } from './document-menu.tsx';

interface TemplateDialogProps {
  isOpen: boolean;
  /** Location of the new document. */
  location: Partial<DocumentLocation>;
  onClose: () => void;
}

/** Creates a document from a template. */
export function TemplateDialog({ isOpen, location, onClose }: TemplateDialogProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const router = useRouter();
  return (
    <Dialog title={t`New document from a template`} isOpen={isOpen} onClose={onClose} isWide>
      <TemplateGallery
        onPick={(templateId, start) => {
          onClose();
          openNewDocument(store, router, { ...location, templateId, ...start });
        }}
        renderMenu={(id) => <DocumentMenu documentId={id} />}
      />
    </Dialog>
  );
}
