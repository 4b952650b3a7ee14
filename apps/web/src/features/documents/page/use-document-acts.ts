import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { apiOrigin } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { saveFile } from '#ui/files/save-file.ts';
import {
  archiveDocument,
  copyDocument,
  deleteDocument,
  restoreDocument,
  updateDocument,
} from '#features/documents/model/documents.data.ts';
import { listSubtree } from '#features/documents/model/document-tree.ts';

/** Actions on a whole document. */
export function useDocumentActs(documentId: string, title: string) {
  const { t } = useLingui();
  const store = useTeamStore();
  const router = useRouter();
  const to = { to: '/dashboard/documents/$documentId', search: {} } as const;

  const duplicate = (withSubpages: boolean): void => {
    const newId = store.newId();
    store.mutate(copyDocument(store, documentId, t`Copy of ${title}`, { withSubpages, newId }));
    void router.navigate({ ...to, params: { documentId: newId } });
  };
  const exportMarkdown = async (): Promise<void> => {
    const url = `${apiOrigin}/teams/${store.teamId}/documents/${documentId}/markdown`;
    try {
      const answer = await trackLoading(fetch(url, { credentials: 'include' }));
      if (!answer.ok) throw new Error(String(answer.status));
      saveFile(`${title.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim()}.md`, await answer.blob());
    } catch {
      showError(t`The document couldn’t be exported. Please try again.`);
    }
  };
  const saveAsTemplate = (): void => {
    const newId = store.newId();
    store.mutate(copyDocument(store, documentId, title, { newId }));
    store.mutate(updateDocument(store, newId, { isTemplate: true }));
    showToast(t`Saved ${title} as a template`, {
      action: { label: t`Undo`, run: () => void store.mutate(deleteDocument(store, newId)) },
    });
  };
  const archive = (): void => {
    const isArchived = store.row('document', documentId)?.archivedAt != null;
    store.mutate(archiveDocument(store, documentId, !isArchived));
    showToast(isArchived ? t`${title} restored` : t`${title} archived`, {
      action: { label: t`Undo`, run: () => void store.undo() },
    });
  };
  const remove = (): void => {
    const row = store.row('document', documentId);
    if (row === undefined) return;
    const deleted = listSubtree(
      Map.groupBy(store.all('document'), ({ parentId }) => parentId ?? ''),
      row,
    );
    const isShown = router.state.location.pathname.includes(documentId);
    store.mutate(deleteDocument(store, documentId));
    if (isShown) {
      if (row.parentId !== null && store.row('document', row.parentId) !== undefined)
        void router.navigate({ ...to, params: { documentId: row.parentId } });
      else void router.navigate({ to: '/dashboard/documents', search: {} });
    }
    showToast(t`${title} was deleted`, {
      action: { label: t`Undo`, run: () => void store.mutate(restoreDocument(store, documentId, deleted)) },
    });
  };

  return { duplicate, exportMarkdown, saveAsTemplate, archive, remove };
}
