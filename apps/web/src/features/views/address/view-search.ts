import {
  LAYOUTS,
  SCALES,
  VIEW_KEYS,
  type Layout,
  type Scale,
  type ViewKey,
} from '@hearth/contracts/views/view-values';

/** A view as URL parameters. The screen's defaults are omitted. */
export interface ViewSearch {
  view?: Layout;
  filter?: string;
  group?: string;
  /** The secondary grouping: rows of a board. */
  rows?: string;
  sort?: string;
  empty?: 'show' | 'hide';
  /** Columns of a table, with order and widths. */
  columns?: string;
  /** Time range of a calendar, timeline or workload. */
  scale?: Scale;
  /** Timeline only: shows the critical path. */
  path?: 'show';
  /** Board only: hides the covers. */
  covers?: 'hide';
}

/**
 * All view parameters of a URL: the settings of a view, or the id of a saved view with the differences from it. In a difference, `as`
 * overrides the layout, and an empty value removes a setting of the saved view.
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

/** Whether the URL of a saved view overrides any of its settings. It may contain other parameters, such as an open task. */
export function hasDifference(address: AddressSearch): boolean {
  return ([...VIEW_KEYS.slice(1), 'as'] as const).some((key) => address[key] !== undefined);
}

/**
 * Resolves the view in a URL. If the saved view does not exist, only the differences in the URL apply.
 * @param text the serialized saved view that the URL refers to
 */
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

/** The inverse of `resolveSearch`. Expresses a view as its differences from a saved view. */
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

/** Serializes a view for saving, with its parameters in a fixed order. */
export function printSearch(search: ViewSearch): string {
  const text = new URLSearchParams();
  for (const key of VIEW_KEYS) {
    const value = search[key];
    if (value !== undefined) text.set(key, value);
  }
  return text.toString();
}

/** Scope of a screen's tasks. */
export type ViewScreen = { kind: 'team' } | { kind: 'project'; projectId: string };

export function firstLayout(screen: ViewScreen['kind']): Layout {
  return screen === 'project' ? 'board' : 'list';
}

/** Reads the view parameters of a URL and ignores all others. The filter is validated later. */
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

/** Whether the view is the screen's default, apart from the choice of list or board. */
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

/** Whether the view has the screen's default grouping, sorting and display settings, whatever its layout, filter and time range. */
export function isPlainDisplay({ view, group, rows, sort, empty, columns, covers }: ViewSearch): boolean {
  return [group, rows, sort, empty, covers, view === 'table' ? columns : undefined].every(
    (part) => part === undefined,
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
