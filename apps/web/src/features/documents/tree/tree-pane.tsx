import { hasRole } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useAllProjects } from '#features/projects/index.ts';
import { useTeamRole } from '#platform/permissions/rights.ts';
import { focusWhenMounted } from '#ui/keyboard/focus-after-render.ts';
import { useIsCoarse } from '#ui/layout/use-device.ts';
import { useVirtualRows } from '#ui/layout/use-virtual-rows.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import {
  listAncestors,
  type DocumentTree,
  type SectionKey,
} from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { useDocumentMay, useMayMake } from '#features/documents/model/use-documents.ts';
import { setOpen, useOpenIds } from './open-documents.ts';
import { closedKey, listPaneLines, listSections, type PaneLine } from './tree-lines.ts';
import { TreeRow } from './tree-row.tsx';
import { useTreeActs } from './use-tree-acts.tsx';
import { useTreeKeys } from './use-tree-keys.ts';
import styles from './tree.module.css';

/** Row height in pixels. */
const LINE_PX = { fine: 32, coarse: 44 };

interface TreePaneProps {
  tree: DocumentTree;
  /** The current document. */
  currentId?: string | undefined;
  /** Renders the menu of a document. */
  renderMenu: (documentId: string, isTabStop: boolean) => ReactNode;
  /** Content above the tree that scrolls with it. */
  children?: ReactNode;
}

const keyOf = (line: PaneLine): string => line.key;

/** The tree of documents, grouped by audience. */
export function TreePane({ tree, currentId, renderMenu, children }: TreePaneProps) {
  // Opt out of memoization: rendering checks rights on rows of the tree, so memoized results would be stale.
  'use no memo';
  const { t } = useLingui();
  const isGuest = !hasRole(useTeamRole(), 'member');
  const projects = useAllProjects();
  const open = useOpenIds();
  const may = useDocumentMay();
  const acts = useTreeActs(tree);
  const titleOf = useTitleOf();
  const lines = useMemo(() => {
    const ids = projects.map(({ id }) => id);
    return listPaneLines(tree, listSections(tree, ids, isGuest), open);
  }, [tree, projects, isGuest, open]);
  const scroller = useRef<HTMLDivElement>(null);
  /** The row that has or last had focus. */
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const index = lines.findIndex(({ key }) => key === (focusKey ?? currentId));
  const tabStop = index === -1 ? 0 : index;
  const { items, size, scrollTo } = useVirtualRows({
    rows: lines,
    keyOf,
    scroller,
    height: useIsCoarse() ? LINE_PX.coarse : LINE_PX.fine,
    kept: [tabStop],
    overscan: 10,
  });
  useRevealed(tree, currentId, lines, scrollTo);

  function focusLine(at: number): void {
    const line = lines[at];
    if (line === undefined || line.kind === 'none') return;
    setFocusKey(line.key);
    scrollTo(at);
    const stop = `[data-line="${at}"] [data-stop]`;
    focusWhenMounted(() => scroller.current?.querySelector<HTMLElement>(stop));
  }
  const onKeyDown = useTreeKeys({ lines, scroller, acts, focusLine });

  return (
    <div ref={scroller} className={styles.pane}>
      {children}
      <div
        role="tree"
        aria-label={t`Documents`}
        className={styles.lines}
        style={{ blockSize: size }}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const at = Number(event.target.closest<HTMLElement>('[data-line]')?.dataset['line'] ?? -1);
          const line = lines[at];
          if (line !== undefined) setFocusKey(line.key);
        }}
      >
        {items.map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          const isTabStop = item.index === tabStop;
          return (
            <div
              key={item.key}
              {...roleOf(line, currentId)}
              data-line={item.index}
              className={styles.line}
              style={{ blockSize: item.size, transform: `translateY(${item.start}px)` }}
            >
              {line.kind === 'section' && (
                <SectionHead line={line} isTabStop={isTabStop} onMake={(input) => acts.make(input)} />
              )}
              {line.kind === 'none' && <Nothing section={line.section} />}
              {line.kind === 'document' && (
                <TreeRow
                  line={line.line}
                  isCurrent={line.key === currentId}
                  isTabStop={isTabStop}
                  canMove={may('document.update', line.line.row)}
                  canAdd={may('document.create', line.line.row)}
                  onAdd={() => acts.make({ parentId: line.key })}
                  onDrop={(dragged, spot) => acts.drop(dragged, line.line.row, spot)}
                >
                  {renderMenu(line.key, isTabStop)}
                </TreeRow>
              )}
            </div>
          );
        })}
      </div>
      {acts.pendingMove !== null && (
        <ConfirmDialog
          isOpen
          title={t`Open ${titleOf(acts.pendingMove.row)} to more people?`}
          action={t`Move`}
          onConfirm={() => acts.confirm()}
          onClose={acts.cancel}
        >
          <Trans>People who couldn’t see it before will be able to open it and its sub-pages.</Trans>
        </ConfirmDialog>
      )}
    </div>
  );
}

function roleOf(line: PaneLine, currentId: string | undefined) {
  if (line.kind === 'none') return { role: 'none' } as const;
  if (line.kind === 'section')
    return { role: 'treeitem', 'aria-level': 1, 'aria-expanded': line.isOpen } as const;
  const { level, position, count, hasChildren, isOpen } = line.line;
  return {
    role: 'treeitem',
    'aria-level': level + 1,
    'aria-posinset': position,
    'aria-setsize': count,
    'aria-selected': line.key === currentId,
    ...(hasChildren ? { 'aria-expanded': isOpen } : {}),
  } as const;
}

/** Expands the ancestors of the current document, once per document, and scrolls to it. */
function useRevealed(
  tree: DocumentTree,
  currentId: string | undefined,
  lines: readonly PaneLine[],
  scrollTo: (at: number) => void,
): void {
  const revealed = useRef<string | undefined>(undefined);
  const scrolled = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (currentId === undefined || revealed.current === currentId || !tree.rows.has(currentId)) return;
    revealed.current = currentId;
    for (const { id } of listAncestors(tree.rows, currentId)) setOpen(id, true);
  }, [tree, currentId]);
  useEffect(() => {
    const at = lines.findIndex(({ key }) => key === currentId);
    if (currentId === undefined || scrolled.current === currentId || at === -1) return;
    scrolled.current = currentId;
    scrollTo(at);
  });
}

interface SectionHeadProps {
  line: Extract<PaneLine, { kind: 'section' }>;
  isTabStop: boolean;
  onMake: (input: { projectId?: string; isPrivate?: boolean }) => void;
}

/** Section header. It toggles the section and creates documents in it. */
function SectionHead({ line, isTabStop, onMake }: SectionHeadProps) {
  const { t } = useLingui();
  const mayMake = useMayMake();
  const name = useSectionName(line.key);
  const projectId = projectOf(line.key);
  const canMake = line.key !== 'shared' && mayMake(projectId);
  return (
    <div className={styles.section}>
      <button
        type="button"
        className={styles.sectionName}
        tabIndex={isTabStop ? 0 : -1}
        data-stop
        onClick={() => setOpen(closedKey(line.key), line.isOpen)}
      >
        <span>{name}</span>
        <IconChevronRight size={13} stroke={2} aria-hidden="true" data-open={line.isOpen || undefined} />
      </button>
      {canMake && (
        <button
          type="button"
          className={styles.act}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={t`New document in ${name}`}
          title={t`New document`}
          onClick={() => onMake(projectId === null ? { isPrivate: line.key === 'private' } : { projectId })}
        >
          <IconPlus size={15} stroke={1.8} />
        </button>
      )}
    </div>
  );
}

function projectOf(section: SectionKey): string | null {
  return section.startsWith('project:') ? section.slice('project:'.length) : null;
}

function useSectionName(section: SectionKey): string {
  const { t } = useLingui();
  const projects = useAllProjects();
  if (section === 'team') return t`Team`;
  if (section === 'private') return t`Private`;
  if (section === 'shared') return t`Shared with me`;
  const projectId = projectOf(section);
  return projects.find(({ id }) => id === projectId)?.name ?? t`Project`;
}

function Nothing({ section }: { section: SectionKey }) {
  return (
    <p className={styles.nothing}>
      {section === 'private' ? (
        <Trans>Only you can see documents here.</Trans>
      ) : section === 'shared' ? (
        <Trans>Documents others share with you appear here.</Trans>
      ) : (
        <Trans>No documents yet</Trans>
      )}
    </p>
  );
}
