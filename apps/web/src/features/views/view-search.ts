/** A view as an address has it; what is as the screen shows it by itself is left out. */
export interface ViewSearch {
  view?: 'list' | 'board';
  filter?: string;
  group?: string;
  /** The second grouping: rows of a board. */
  rows?: string;
  sort?: string;
  empty?: 'show' | 'hide';
}

/** Which tasks a screen is about. */
export type ViewScreen = { kind: 'team' } | { kind: 'project'; projectId: string };

export function firstLayout(screen: ViewScreen['kind']): 'list' | 'board' {
  return screen === 'project' ? 'board' : 'list';
}

/** Reads what an address has; whatever else stands in it is passed over. Whether a filter makes sense is seen later. */
export function readViewSearch(search: Record<string, unknown>, screen: ViewScreen['kind']): ViewSearch {
  const { view, filter, group, rows, sort, empty } = search;
  const read: ViewSearch = {};
  if ((view === 'list' || view === 'board') && view !== firstLayout(screen)) read.view = view;
  if (isText(filter)) read.filter = filter;
  if (isText(group)) read.group = group;
  if (isText(rows)) read.rows = rows;
  if (isText(sort)) read.sort = sort;
  if (empty === 'show' || empty === 'hide') read.empty = empty;
  return read;
}

/** Is the screen shown as it is by itself, but for the choice of list or board? */
export function isPlainView(search: ViewSearch): boolean {
  return search.filter === undefined && isPlainDisplay(search);
}

/** The same whatever is filtered. */
export function isPlainDisplay({ group, rows, sort, empty }: ViewSearch): boolean {
  return [group, rows, sort, empty].every((part) => part === undefined);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
