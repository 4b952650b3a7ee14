import { LAYOUTS, type Layout } from '@hearth/contracts/view-values';

/** A view as an address has it; what is as the screen shows it by itself is left out. */
export interface ViewSearch {
  view?: Layout;
  filter?: string;
  group?: string;
  /** The second grouping: rows of a board. */
  rows?: string;
  sort?: string;
  empty?: 'show' | 'hide';
  /** Of a table: which, in which order and how wide. */
  columns?: string;
}

/** Which tasks a screen is about. */
export type ViewScreen = { kind: 'team' } | { kind: 'project'; projectId: string };

export function firstLayout(screen: ViewScreen['kind']): Layout {
  return screen === 'project' ? 'board' : 'list';
}

/** Reads what an address has; whatever else stands in it is passed over. Whether a filter makes sense is seen later. */
export function readViewSearch(search: Record<string, unknown>, screen: ViewScreen['kind']): ViewSearch {
  const { view, filter, group, rows, sort, empty, columns } = search;
  const read: ViewSearch = {};
  const layout = LAYOUTS.find((name) => name === view);
  if (layout !== undefined && layout !== firstLayout(screen)) read.view = layout;
  if (isText(filter)) read.filter = filter;
  if (isText(group)) read.group = group;
  if (isText(rows)) read.rows = rows;
  if (isText(sort)) read.sort = sort;
  if (empty === 'show' || empty === 'hide') read.empty = empty;
  if (isText(columns)) read.columns = columns;
  return read;
}

/** Is the screen shown as it is by itself, but for the choice of list or board? */
export function isPlainView(search: ViewSearch): boolean {
  return search.view !== 'table' && search.filter === undefined && isPlainDisplay(search);
}

/** The same whatever is filtered. */
export function isPlainDisplay({ view, group, rows, sort, empty, columns }: ViewSearch): boolean {
  return [group, rows, sort, empty, view === 'table' ? columns : undefined].every(
    (part) => part === undefined,
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
