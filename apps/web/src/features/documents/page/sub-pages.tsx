import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { clsx } from 'clsx';
import { DocumentIcon } from '#features/documents/model/document-icon.tsx';
import type { Document } from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { useDocumentTree } from '#features/documents/model/use-documents.ts';
import styles from './sub-pages.module.css';

/** The direct children of this document, below its text. */
export function SubPages({ row }: { row: Document }) {
  const titleId = useId();
  const titleOf = useTitleOf();
  const subPages = useDocumentTree().children.get(row.id) ?? [];
  if (subPages.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.heading}>
        <Trans>Sub-pages</Trans>
      </h2>
      <ul className={styles.list}>
        {subPages.map((page) => (
          <li key={page.id}>
            <Link
              to="/dashboard/documents/$documentId"
              params={{ documentId: page.id }}
              search={{}}
              className={styles.link}
            >
              <DocumentIcon icon={page.icon} size={18} />
              <span className={clsx(styles.title, 'two-lines')}>{titleOf(page)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
