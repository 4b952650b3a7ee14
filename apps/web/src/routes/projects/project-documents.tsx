import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DocumentList, newDocument, useDocumentTree, useMayMake } from '#features/documents/index.ts';
import { runAction } from '#platform/actions/actions.ts';
import { Button } from '#ui/buttons/button.tsx';
import styles from '#routes/frame/screens.module.css';

/** Documents of a project. Renders nothing if there are none and this user may not create one. */
export function ProjectDocuments({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const { rows } = useDocumentTree();
  const canMake = useMayMake()(projectId);
  const documents = useMemo(
    () =>
      [...rows.values()]
        .filter((row) => row.projectId === projectId)
        .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
    [rows, projectId],
  );
  if (documents.length === 0 && !canMake) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>
        <Trans>Documents</Trans>
      </h2>
      {documents.length > 0 && <DocumentList label={t`Documents of this project`} documents={documents} />}
      {canMake && (
        <Button
          variant="subtle"
          size="small"
          icon={<IconPlus size={15} stroke={1.8} />}
          onClick={() => runAction(newDocument)}
        >
          <Trans>New document</Trans>
        </Button>
      )}
    </section>
  );
}
