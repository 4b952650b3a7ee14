import type { FilterProblem } from '@hearth/contracts/views/view-check-values';
import {
  COLUMN_FIELDS,
  parseColumns,
  printColumns,
  type Column,
} from '@hearth/contracts/views/view-columns-values';
import { isCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import { parseFilter, parseSort, printFilter, printSort } from '@hearth/contracts/views/view-text-values';
import {
  GROUP_FIELDS,
  NO_FILTER,
  SCALES,
  type FilterField,
  type GroupField,
  type Layout,
  type Scale,
  type SortKey,
  type TaskView,
} from '@hearth/contracts/views/view-values';
import { firstLayout, type ViewScreen, type ViewSearch } from './view-search.ts';

const PRESSING_FIRST: readonly SortKey[] = [
  { field: 'due', isDescending: false },
  { field: 'priority', isDescending: false },
  { field: 'created', isDescending: true },
];
const FIRST_BEGUN: readonly SortKey[] = [
  { field: 'start', isDescending: false },
  { field: 'due', isDescending: false },
];
const AS_PUT: readonly SortKey[] = [{ field: 'manual', isDescending: false }];

export function defaultView(screen: ViewScreen['kind'], layout: Layout = firstLayout(screen)): TaskView {
  return {
    layout,
    filter: NO_FILTER,
    group: groupOf(layout),
    subGroup: 'none',
    sort: layout === 'timeline' ? FIRST_BEGUN : screen === 'project' ? AS_PUT : PRESSING_FIRST,
    // A workload also shows members without tasks.
    isEmptyHidden: layout !== 'board' && layout !== 'workload',
    columns: defaultColumns(screen),
    scale: layout === 'timeline' || layout === 'workload' ? 'week' : 'month',
    isPathShown: false,
    areCoversShown: true,
  };
}

/** The default grouping of a layout. */
function groupOf(layout: Layout): GroupField {
  if (layout === 'workload') return 'assignee';
  // A table is sorted by columns and a timeline by days. Group headings would break up their order.
  return layout === 'table' || layout === 'timeline' ? 'none' : 'status';
}

function defaultColumns(screen: ViewScreen['kind']): readonly Column[] {
  const left = new Set([
    'creator',
    'reporter',
    'watcher',
    'repeat',
    'closed',
    'type',
    'milestone',
    'cycle',
    ...(screen === 'project' ? ['project'] : []),
  ]);
  return COLUMN_FIELDS.filter((field) => !left.has(field)).map((field) => ({ field, width: null }));
}

/** Fields to group a screen's tasks by. A project screen omits the project because it is the same for all its tasks. */
export function groupFieldsOf(screen: ViewScreen['kind']): readonly GroupField[] {
  return screen === 'project' ? GROUP_FIELDS.filter((field) => field !== 'project') : GROUP_FIELDS;
}

/** Fields that have the same value for all tasks of a screen. */
export function hiddenFieldsOf(screen: ViewScreen): readonly FilterField[] {
  return screen.kind === 'project' ? ['project'] : [];
}

/** Time ranges that a layout supports. */
function scalesOf(layout: Layout): readonly Scale[] {
  if (layout === 'calendar') return ['week', 'month'];
  return layout === 'workload' ? ['day', 'week'] : SCALES;
}

interface ReadView {
  view: TaskView;
  /** The reason why the filter in the URL is not applied. */
  problem: FilterProblem | null;
}

export function readView(search: ViewSearch, screen: ViewScreen['kind']): ReadView {
  const plain = defaultView(screen, search.view ?? firstLayout(screen));
  const { filter, problem } = parseFilter(search.filter ?? '');
  const fields = groupFieldsOf(screen);
  const find = (text = ''): GroupField | undefined =>
    isCustomFieldName(text) ? text : fields.find((field) => field === text);
  // The rows of a workload are members, regardless of the grouping in the URL.
  const isByPeople = plain.layout === 'workload';
  const group = (isByPeople ? undefined : find(search.group)) ?? plain.group;
  const subGroup = (isByPeople ? undefined : find(search.rows)) ?? plain.subGroup;
  return {
    view: {
      layout: plain.layout,
      filter: filter ?? NO_FILTER,
      group,
      subGroup: subGroup === group ? 'none' : subGroup,
      sort: (search.sort === undefined ? null : parseSort(search.sort)) ?? plain.sort,
      isEmptyHidden: search.empty === undefined ? plain.isEmptyHidden : search.empty === 'hide',
      columns: (search.columns === undefined ? null : parseColumns(search.columns)) ?? plain.columns,
      scale: scalesOf(plain.layout).find((scale) => scale === search.scale) ?? plain.scale,
      isPathShown: plain.layout === 'timeline' && search.path === 'show',
      areCoversShown: plain.layout !== 'board' || search.covers !== 'hide',
    },
    problem,
  };
}

export function writeView(view: TaskView, screen: ViewScreen['kind']): ViewSearch {
  const plain = defaultView(screen, view.layout);
  const search: ViewSearch = {};
  if (view.layout !== firstLayout(screen)) search.view = view.layout;
  if (view.filter.items.length > 0) search.filter = printFilter(view.filter);
  if (view.group !== plain.group) search.group = view.group;
  if (view.subGroup !== plain.subGroup && view.subGroup !== view.group) search.rows = view.subGroup;
  if (printSort(view.sort) !== printSort(plain.sort)) search.sort = printSort(view.sort);
  if (view.isEmptyHidden !== plain.isEmptyHidden) search.empty = view.isEmptyHidden ? 'hide' : 'show';
  const columns = printColumns(view.columns);
  if (columns !== printColumns(plain.columns)) search.columns = columns;
  if (view.scale !== plain.scale) search.scale = view.scale;
  if (view.isPathShown) search.path = 'show';
  if (!view.areCoversShown) search.covers = 'hide';
  return search;
}
