import { Trans } from '@lingui/react/macro';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import type { Document } from '#features/documents/model/document-tree.ts';
import { updateDocument } from '#features/documents/model/documents.data.ts';
import { TemplateGallery } from '#features/documents/templates/template-gallery.tsx';
import styles from './first-lines.module.css';

/** Suggested starting points for an empty document. */
export function FirstLines({ row }: { row: Document }) {
  const store = useTeamStore();
  const { teamId } = store;

  async function fill(templateId: string, title: string): Promise<void> {
    try {
      if (title !== '' && row.title === '') store.mutate(updateDocument(store, row.id, { title }));
      const params = { teamId, documentId: row.id };
      await trackLoading(
        call('PATCH /teams/{teamId}/documents/{documentId}', { params, body: { templateId } }),
      );
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <section className={styles.first}>
      <h2 className={styles.heading}>
        <Trans>Start writing, or start from a template</Trans>
      </h2>
      <TemplateGallery onPick={(templateId, { title }) => void fill(templateId, title)} />
    </section>
  );
}
