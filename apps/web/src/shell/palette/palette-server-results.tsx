import type { SearchResult } from '@hearth/contracts/search/search';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { IconSearch } from '@tabler/icons-react';
import type { Marks } from '#ui/display/marked.tsx';
import { KIND_LABELS, ResultIcon } from '#features/search/index.ts';
import type { PaletteNavigation } from './palette-items.tsx';
import { makeItem, type FoundGroup, type FoundItem } from './palette-search.ts';

interface SearchState {
  typed: string;
  isLoading: boolean;
  results: readonly SearchResult[];
}

/** Combines local results, further results from the server and a link to all results, in this order. */
export function addServerResults(
  groups: readonly FoundGroup[],
  { typed, isLoading, results }: SearchState,
  navigation: PaletteNavigation,
  i18n: I18n,
): FoundGroup[] {
  const q = typed.trim();
  const shown = new Set(groups.flatMap(({ found }) => found.map(({ item }) => item.id)));
  const more = results
    .map((result) => toPaletteItem(result, navigation, i18n))
    .filter(({ item }) => !shown.has(item.id));
  const isAnything = groups.length > 0 || more.length > 0 || isLoading;
  if (q === '' || !isAnything) return [...groups];
  const all = makeItem({
    id: 'search.all',
    group: 'all',
    title: i18n._(msg`Show all results for “${q}”`),
    isPassing: true,
    drawIcon: () => <IconSearch size={17} stroke={1.6} />,
    run: () => navigation.showAll(q),
  });
  return [
    ...groups,
    ...(more.length === 0 ? [] : [{ group: 'found' as const, found: more }]),
    { group: 'all', found: [{ item: all, marks: [] }] },
  ];
}

function toPaletteItem(result: SearchResult, navigation: PaletteNavigation, i18n: I18n): FoundItem {
  const { kind, id, title, snippet, marks } = result;
  const item = makeItem({
    id: `${kind} ${id}`,
    group: 'found',
    title: title === '' ? i18n._(msg`Untitled`) : title,
    note: i18n._(KIND_LABELS[kind]),
    ...(kind === 'comment' ? { isPassing: true } : {}),
    drawIcon: () => <ResultIcon result={result} />,
    run: () => follow(result, navigation),
  });
  return {
    item,
    marks: marks.title.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at)),
    ...(snippet === '' ? {} : { snippet: cutToLine(snippet, marks.snippet) }),
  };
}

/** Maximum number of characters in a line before the first match. */
const MAX_BEFORE = 28;
const LEAD = 18;

/** Truncates the text so that the match is near its start. Only one line is available. */
function cutToLine(text: string, marks: Marks): { text: string; marks: Marks } {
  const first = marks[0]?.[0] ?? 0;
  if (first <= MAX_BEFORE) return { text, marks };
  const from = text.indexOf(' ', first - LEAD) + 1;
  const cut = from === 0 || from > first ? first : from;
  return {
    text: `…${text.slice(cut)}`,
    marks: marks.map(([start, end]) => [start - cut + 1, end - cut + 1]),
  };
}

function follow({ kind, id, taskId = id, blockId }: SearchResult, navigation: PaletteNavigation): void {
  if (kind === 'document') navigation.openDocument(id, blockId);
  else if (kind === 'project') navigation.openProject(id);
  else if (kind === 'person') navigation.openMember();
  else navigation.openTask(taskId, kind === 'comment' ? id : undefined);
}
