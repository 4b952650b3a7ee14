import {
  isGroup,
  NO_FILTER,
  type Condition,
  type FilterGroup,
  type FilterItem,
} from '@hearth/contracts/views/view-values';

/** Path to an item of a filter: its index in the outermost group, then within that item, and so on. */
export type FilterPath = readonly number[];

/** Adds an item to the group at `path`. */
export function addItem(filter: FilterGroup, path: FilterPath, item: FilterItem): FilterGroup {
  return changeGroup(filter, path, (group) => ({ ...group, items: [...group.items, item] }));
}

export function replaceItem(filter: FilterGroup, path: FilterPath, item: FilterItem): FilterGroup {
  const at = path.at(-1) ?? 0;
  return changeGroup(filter, path.slice(0, -1), (group) => ({ ...group, items: group.items.with(at, item) }));
}

/** Removes an item and the groups that become empty. */
export function removeItem(filter: FilterGroup, path: FilterPath): FilterGroup {
  const at = path.at(-1) ?? 0;
  const rest = changeGroup(filter, path.slice(0, -1), (group) => ({
    ...group,
    items: group.items.toSpliced(at, 1),
  }));
  const holder = findItem(rest, path.slice(0, -1));
  if (holder === undefined || !isGroup(holder) || holder.items.length > 0) return rest;
  return path.length === 1 ? NO_FILTER : removeItem(rest, path.slice(0, -1));
}

/** Toggles a group between "all" and "any". */
export function turnMatch(filter: FilterGroup, path: FilterPath): FilterGroup {
  return changeGroup(filter, path, (group) => ({ ...group, match: group.match === 'all' ? 'any' : 'all' }));
}

export function findItem(filter: FilterGroup, path: FilterPath): FilterItem | undefined {
  let item: FilterItem | undefined = filter;
  for (const at of path) item = item !== undefined && isGroup(item) ? item.items[at] : undefined;
  return item;
}

/** Toggles a value of a condition. Returns null if no value is left. */
export function toggleValue(condition: Condition, value: string): Condition | null {
  const values = condition.values.includes(value)
    ? condition.values.filter((other) => other !== value)
    : [...condition.values, value];
  return values.length === 0 ? null : { ...condition, values };
}

function changeGroup(
  filter: FilterGroup,
  path: FilterPath,
  change: (group: FilterGroup) => FilterGroup,
): FilterGroup {
  const [at, ...rest] = path;
  if (at === undefined) return change(filter);
  const inner = filter.items[at];
  if (inner === undefined || !isGroup(inner)) return filter;
  return { ...filter, items: filter.items.with(at, changeGroup(inner, rest, change)) };
}
