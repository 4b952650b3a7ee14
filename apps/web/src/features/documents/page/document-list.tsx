import { useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useAllProjects } from '#features/projects/index.ts';
import { Timestamp } from '#ui/format/timestamp.tsx';
import { DocumentIcon } from '#features/documents/model/document-icon.tsx';
import { listAncestors, type Document } from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { useDocumentTree } from '#features/documents/model/use-documents.ts';
import styles from './document-list.module.css';

/** Documents as rows with icon, location and time of the last change. */
export function DocumentList({ label, documents }: { label: string; documents: readonly Document[] }) {
  const { t } = useLingui();
  const { rows } = useDocumentTree();
  const projects = useAllProjects();
  const titleOf = useTitleOf();
  return (
    <ul className={styles.list} aria-label={label}>
      {documents.map((row) => {
        const project = projects.find(({ id }) => id === row.projectId);
        const path = [
          ...(project === undefined ? [] : [project.name]),
          ...listAncestors(rows, row.id).map(titleOf),
        ].join(' / ');
        return (
          <li key={row.id}>
            <Link
              to="/dashboard/documents/$documentId"
              params={{ documentId: row.id }}
              search={{}}
              className={styles.row}
            >
              <DocumentIcon icon={row.icon} size={20} />
              <span className={styles.words}>
                <span className={styles.title}>
                  <span className={clsx(styles.clip, 'two-lines')}>{titleOf(row)}</span>
                  {row.isRestricted && <IconLock size={14} stroke={1.7} role="img" aria-label={t`Private`} />}
                </span>
                {path !== '' && <span className={styles.path}>{path}</span>}
              </span>
              <span className={styles.when}>
                <Timestamp at={row.updatedAt} />
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
