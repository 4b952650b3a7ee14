import { useLingui } from '@lingui/react/macro';
import { IconChevronRight, IconCloudOff, IconLock, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { DocumentIcon } from '#features/documents/model/document-icon.tsx';
import type { TreeLine } from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { useIsUnsynced } from '#features/documents/model/unsynced-documents.ts';
import { setOpen } from './open-documents.ts';
import { useTreeDrag } from './tree-drag.ts';
import type { DropSpot } from './tree-moves.ts';
import styles from './tree.module.css';

interface TreeRowProps {
  line: TreeLine;
  isCurrent: boolean;
  /** Whether the row is the tree's only tab stop. */
  isTabStop: boolean;
  canMove: boolean;
  canAdd: boolean;
  onAdd: () => void;
  onDrop: (draggedId: string, spot: DropSpot) => void;
  /** The row's menu. */
  children: ReactNode;
}

/** A document in the tree. */
export function TreeRow({
  line,
  isCurrent,
  isTabStop,
  canMove,
  canAdd,
  onAdd,
  onDrop,
  children,
}: TreeRowProps) {
  const { t } = useLingui();
  const titleOf = useTitleOf();
  const ref = useRef<HTMLDivElement>(null);
  const { row, hasChildren, isOpen, level } = line;
  const title = titleOf(row);
  const isUnsynced = useIsUnsynced(row.id);
  const { isDragged, spot } = useTreeDrag(ref, {
    id: row.id,
    isEnabled: canMove,
    onDrop,
    onHover: () => setOpen(row.id, true),
  });
  return (
    <div
      ref={ref}
      className={styles.row}
      style={{ '--level': level - 1 } as CSSProperties}
      data-current={isCurrent || undefined}
      data-dragged={isDragged || undefined}
      data-spot={spot ?? undefined}
    >
      {/* Not focusable: keyboard users expand and collapse the document with the tree's arrow keys. */}
      <button
        type="button"
        className={styles.twist}
        tabIndex={-1}
        aria-hidden={!hasChildren}
        aria-label={isOpen ? t`Close ${title}` : t`Open ${title}`}
        data-open={isOpen || undefined}
        disabled={!hasChildren}
        onClick={() => setOpen(row.id, !isOpen)}
      >
        <IconChevronRight size={14} stroke={2} />
      </button>
      <Link
        to="/dashboard/documents/$documentId"
        params={{ documentId: row.id }}
        search={{}}
        className={styles.link}
        draggable={false}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        data-document={row.id}
        data-stop
      >
        <DocumentIcon icon={row.icon} />
        <span className={clsx(styles.title, 'two-lines')} data-untitled={row.title === '' || undefined}>
          {title}
        </span>
        {row.isPrivate && (
          <IconLock size={13} stroke={1.8} role="img" aria-label={t`Private`} className={styles.lock} />
        )}
        {isUnsynced && (
          <span className={styles.unsynced} title={t`Not synced yet`}>
            <IconCloudOff size={14} stroke={1.8} role="img" aria-label={t`Not synced yet`} />
          </span>
        )}
      </Link>
      <span className={styles.acts}>
        {children}
        {canAdd && (
          <button
            type="button"
            className={styles.act}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={t`Add a page inside ${title}`}
            title={t`Add a page inside`}
            onClick={onAdd}
          >
            <IconPlus size={15} stroke={1.8} />
          </button>
        )}
      </span>
    </div>
  );
}
