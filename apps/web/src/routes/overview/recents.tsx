import { clsx } from 'clsx';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { DocumentIcon, useDocumentTree, useTitleOf } from '#features/documents/index.ts';
import { useProjects } from '#features/projects/index.ts';
import { OpenCount } from '#features/tasks/index.ts';
import { useRecentDocumentIds } from '#platform/client-state/recent-documents.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import styles from './home.module.css';

const SHOWN = 5;

/** The documents opened most recently on this device, followed by those changed most recently by anyone. */
export function RecentDocuments() {
  const { rows } = useDocumentTree();
  const opened = useRecentDocumentIds();
  const titleOf = useTitleOf();
  const rankOf = ({ id }: SyncRows['document']): number => {
    const at = opened.indexOf(id);
    return at < 0 ? opened.length : at;
  };
  const recent = [...rows.values()]
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, SHOWN);
  if (recent.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="recent-documents">
      <h2 id="recent-documents" className={styles.heading}>
        <Trans>Recent documents</Trans>
      </h2>
      <ul className={styles.rows}>
        {recent.map((row) => (
          <li key={row.id}>
            <Link
              to="/dashboard/documents/$documentId"
              params={{ documentId: row.id }}
              search={{}}
              className={styles.line}
            >
              <DocumentIcon icon={row.icon} />
              <span className={clsx(styles.words, 'one-line')} dir="auto">
                {titleOf(row)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The projects with the most recent changes. */
export function RecentProjects() {
  const projects = useProjects();
  const recent = projects.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, SHOWN);
  if (recent.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="recent-projects">
      <h2 id="recent-projects" className={styles.heading}>
        <Trans>Projects</Trans>
      </h2>
      <ul className={styles.rows}>
        {recent.map(({ id, name, color }) => (
          <li key={id}>
            <Link
              to="/dashboard/projects/$projectId"
              params={{ projectId: id }}
              search={{}}
              className={styles.line}
            >
              <ColorDot color={color} size={10} />
              <span className={clsx(styles.words, 'one-line')} dir="auto">
                {name}
              </span>
              <span className={styles.aside}>
                <OpenCount projectId={id} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
