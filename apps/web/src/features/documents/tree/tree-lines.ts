import {
  listLines,
  type DocumentTree,
  type SectionKey,
  type TreeLine,
} from '#features/documents/model/document-tree.ts';

/** Rows of the pane, top to bottom: a section header, a document, or an empty-section message. */
export type PaneLine =
  | { kind: 'section'; key: SectionKey; isOpen: boolean; count: number }
  | { kind: 'document'; key: string; line: TreeLine; isFirst: boolean; isLast: boolean }
  | { kind: 'none'; key: string; section: SectionKey };

/** Returns the id that marks a section as collapsed among the stored ids. */
export const closedKey = (section: SectionKey): string => `closed:${section}`;

export function listPaneLines(
  tree: DocumentTree,
  sections: readonly SectionKey[],
  open: ReadonlySet<string>,
): PaneLine[] {
  return sections.flatMap((section): PaneLine[] => {
    const isOpen = !open.has(closedKey(section));
    const count = tree.sections.get(section)?.length ?? 0;
    const head: PaneLine = { kind: 'section', key: section, isOpen, count };
    if (!isOpen) return [head];
    if (count === 0) return [head, { kind: 'none', key: `none:${section}`, section }];
    const lines = listLines(tree, section, (id) => open.has(id));
    return [
      head,
      ...lines.map((line): PaneLine => ({
        kind: 'document',
        key: line.row.id,
        line,
        isFirst: line.position === 1,
        isLast: line.position === line.count,
      })),
    ];
  });
}

/**
 * The sections of this user. Members always have team and private, and guests always have shared. All others are listed only if not empty.
 */
export function listSections(
  tree: DocumentTree,
  projectIds: readonly string[],
  isGuest: boolean,
): SectionKey[] {
  const projects = projectIds
    .map((id): SectionKey => `project:${id}`)
    .filter((section) => tree.sections.has(section));
  const shared: SectionKey[] = isGuest || tree.sections.has('shared') ? ['shared'] : [];
  return isGuest ? [...shared, ...projects] : ['team', ...projects, 'private', ...shared];
}
