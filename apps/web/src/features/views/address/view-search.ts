import {
  LAYOUTS,
  SCALES,
  VIEW_KEYS,
  type Layout,
  type Scale,
  type ViewKey,
} from '@hearth/contracts/views/view-values';

/** A view as an address has it; defaults of the screen are left out. */
export interface ViewSearch {
  view?: Layout;
  filter?: string;
  group?: string;
  /** The second grouping: rows of a board. */
  rows?: string;
  sort?: string;
  empty?: 'show' | 'hide';
  /** Columns of a table, their order and widths. */
  columns?: string;
  /** How much time a calendar, timeline or workload shows at once. */
  scale?: Scale;
  /** Of a timeline: is the critical path shown? */
  path?: 'show';
  /** Of a board: are covers hidden? */
  covers?: 'hide';
}

/**
 * What an address has in full: a view, or the id of a saved one with what differs from it. There `as` is another layout,
 * and an empty text what the saved view has and this one has not.
 */
export type AddressSearch = Partial<Record<ViewKey | 'as', string>>;

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readAddressSearch(
  search: Record<string, unknown>,
  screen: ViewScreen['kind'],
): AddressSearch {
  const { view } = search;
  if (typeof view !== 'string' || !ID.test(view)) return { ...readViewSearch(search, screen) };
  const read: AddressSearch = { view };
  for (const key of [...VIEW_KEYS.slice(1), 'as'] as const) {
    const value = search[key];
    if (typeof value === 'string') read[key] = value;
  }
  return read;
}

export function savedIdOf({ view }: AddressSearch): string | null {
  return view !== undefined && ID.test(view) ? view : null;
}

/** Whether the address of a saved view says anything of its own. It may hold more than a view, such as an open task. */
export function hasDifference(address: AddressSearch): boolean {
  return ([...VIEW_KEYS.slice(1), 'as'] as const).some((key) => address[key] !== undefined);
}

/** The view that an address asks for. @param text of the saved view that it names; undefined where that is not there */
export function resolveSearch(
  address: AddressSearch,
  text: string | undefined,
  screen: ViewScreen['kind'],
): ViewSearch {
  if (savedIdOf(address) === null) return readViewSearch(address, screen);
  const { view: _id, as, ...differences } = address;
  return readViewSearch(
    {
      ...Object.fromEntries(new URLSearchParams(text)),
      ...differences,
      ...(as === undefined ? {} : { view: as }),
    },
    screen,
  );
}

/** The way back: a view as what differs from a saved one. */
export function expressSearch(
  search: ViewSearch,
  saved: { id: string; text: string } | undefined,
): AddressSearch {
  if (saved === undefined) return { ...search };
  const before = Object.fromEntries(new URLSearchParams(saved.text));
  const address: AddressSearch = { view: saved.id };
  for (const key of VIEW_KEYS) {
    if (search[key] === before[key]) continue;
    address[key === 'view' ? 'as' : key] = search[key] ?? '';
  }
  return address;
}

/** A view as the text that is saved: its parts in one order. */
export function printSearch(search: ViewSearch): string {
  const text = new URLSearchParams();
  for (const key of VIEW_KEYS) {
    const value = search[key];
    if (value !== undefined) text.set(key, value);
  }
  return text.toString();
}

/** Which tasks a screen is about. */
export type ViewScreen = { kind: 'team' } | { kind: 'project'; projectId: string };

export function firstLayout(screen: ViewScreen['kind']): Layout {
  return screen === 'project' ? 'board' : 'list';
}

/** Reads what an address has; whatever else stands in it is passed over. Whether a filter makes sense is seen later. */
export function readViewSearch(search: Record<string, unknown>, screen: ViewScreen['kind']): ViewSearch {
  const { view, filter, group, rows, sort, empty, columns, scale, path, covers } = search;
  const read: ViewSearch = {};
  const layout = LAYOUTS.find((name) => name === view);
  if (layout !== undefined && layout !== firstLayout(screen)) read.view = layout;
  if (isText(filter)) read.filter = filter;
  if (isText(group)) read.group = group;
  if (isText(rows)) read.rows = rows;
  if (isText(sort)) read.sort = sort;
  if (empty === 'show' || empty === 'hide') read.empty = empty;
  if (isText(columns)) read.columns = columns;
  const seen = SCALES.find((name) => name === scale);
  if (seen !== undefined) read.scale = seen;
  if (path === 'show') read.path = path;
  if (covers === 'hide') read.covers = covers;
  return read;
}

/** Is the view the screen's default, but for the choice of list or board? */
export function isPlainView(search: ViewSearch): boolean {
  const { view } = search;
  return (
    view !== 'table' &&
    view !== 'calendar' &&
    view !== 'timeline' &&
    view !== 'workload' &&
    search.filter === undefined &&
    isPlainDisplay(search)
  );
}

/** The same whatever is filtered. */
export function isPlainDisplay({ view, group, rows, sort, empty, columns, covers }: ViewSearch): boolean {
  return [group, rows, sort, empty, covers, view === 'table' ? columns : undefined].every(
    (part) => part === undefined,
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
