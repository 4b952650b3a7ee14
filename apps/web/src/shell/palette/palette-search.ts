import type { ReactNode } from 'react';
import type { Shortcut } from '#ui/keyboard/keys.tsx';
import type { Marks } from '#ui/display/marked.tsx';
import { fold, matchFuzzy, splitQuery } from '#platform/texts/fuzzy.ts';

export type PaletteGroup =
  | 'recent'
  | 'task'
  | 'screen'
  | 'make'
  | 'places'
  | 'tasks'
  | 'documents'
  | 'projects'
  | 'people'
  | 'team'
  | 'app'
  | 'found'
  | 'all';

/** An entry of the palette: an action, a task, a document, a project, a member or a team. */
export interface PaletteItem {
  id: string;
  group: PaletteGroup;
  title: string;
  /** The folded title for the matcher, without and with its synonyms. */
  folded: string;
  foldedAll: string;
  /** Muted text next to the title: a task's key or a member's email address. */
  note?: string;
  shortcut?: Shortcut;
  /** Excluded from the recent items. */
  isPassing?: true;
  /** Called only for visible entries because there may be ten thousand tasks. */
  drawIcon: () => ReactNode;
  run: () => void;
}

export interface FoundItem {
  item: PaletteItem;
  marks: readonly number[];
  /** The text around the match. */
  snippet?: { text: string; marks: Marks };
}

export interface FoundGroup {
  group: PaletteGroup;
  found: readonly FoundItem[];
}

/** The groups that are listed without a query, in this order. Other groups are found only by typing. */
const DEFAULT_GROUPS: readonly PaletteGroup[] = ['task', 'screen', 'make', 'places', 'team', 'app'];
const MAX_RECENT = 5;
const MAX_IN_GROUP = 7;

const RECENT_BONUS = 15;
/** Score bonus that ranks actions above tasks and documents with a similar name. */
const ACTION_BONUS = 8;
const OTHER_WORDS_FACTOR = 0.5;

/**
 * Creates an entry with its folded texts.
 * @param also synonyms
 */
export function makeItem({
  also,
  ...fields
}: Omit<PaletteItem, 'folded' | 'foldedAll'> & { also?: string }): PaletteItem {
  const folded = fold(fields.title);
  return { ...fields, folded, foldedAll: also === undefined ? folded : `${folded} ${fold(also)}` };
}

/**
 * Finds entries in groups, best match first. Without a query, lists recent entries, then the default groups.
 * @param recentIds latest first
 */
export function searchPalette(
  items: readonly PaletteItem[],
  query: string,
  recentIds: readonly string[],
): FoundGroup[] {
  const terms = splitQuery(query);
  return terms.length === 0 ? listDefaults(items, recentIds) : findTyped(items, terms, recentIds);
}

function listDefaults(items: readonly PaletteItem[], recentIds: readonly string[]): FoundGroup[] {
  const wanted = new Map(items.filter(({ id }) => recentIds.includes(id)).map((item) => [item.id, item]));
  const recent = recentIds
    .map((id) => wanted.get(id))
    .filter((item) => item !== undefined)
    .slice(0, MAX_RECENT);
  const groups = DEFAULT_GROUPS.map((group) => ({
    group,
    found: items.filter((item) => item.group === group && !recent.includes(item)).map(show),
  }));
  return [{ group: 'recent' as const, found: recent.map(show) }, ...groups].filter(
    ({ found }) => found.length > 0,
  );
}

function show(item: PaletteItem): FoundItem {
  return { item, marks: [] };
}

function findTyped(
  items: readonly PaletteItem[],
  terms: readonly string[],
  recentIds: readonly string[],
): FoundGroup[] {
  const groups = new Map<PaletteGroup, (FoundItem & { score: number })[]>();
  for (const item of items) {
    const match = matchItem(terms, item);
    if (match === null) continue;
    const isAction = DEFAULT_GROUPS.includes(item.group);
    const score =
      match.score + (isAction ? ACTION_BONUS : 0) + (recentIds.includes(item.id) ? RECENT_BONUS : 0);
    const group = groups.get(item.group);
    const found = { item, marks: match.marks, score };
    if (group === undefined) groups.set(item.group, [found]);
    else group.push(found);
  }
  return [...groups]
    .map(([group, found]) => ({
      group,
      found: found.toSorted((a, b) => b.score - a.score).slice(0, MAX_IN_GROUP),
    }))
    .toSorted((a, b) => (b.found[0]?.score ?? 0) - (a.found[0]?.score ?? 0));
}

function matchItem(terms: readonly string[], item: PaletteItem) {
  const inTitle = matchFuzzy(terms, item.folded);
  if (inTitle !== null || item.foldedAll === item.folded) return inTitle;
  const inAll = matchFuzzy(terms, item.foldedAll);
  if (inAll === null) return null;
  const marks = inAll.marks.filter((at) => at < item.folded.length);
  return { score: inAll.score * OTHER_WORDS_FACTOR, marks };
}
