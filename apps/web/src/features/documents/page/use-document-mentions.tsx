import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { usePeople } from '#features/members/index.ts';
import { findByName } from '#features/mentions/index.ts';
import { findTasks, foldTasks, useStatuses } from '#features/tasks/index.ts';
import { useFirstPart, useTeamStore } from '#platform/sync/index.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import type { MentionSources } from '#ui/rich/typed-offers.tsx';
import { fold, matchFuzzy, spellUmlauts, splitQuery } from '#platform/texts/fuzzy.ts';
import { DocumentIcon } from '#features/documents/model/document-icon.tsx';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { useDocumentTree } from '#features/documents/model/use-documents.ts';

/** Maximum number of suggestions of one type. */
const MAX = 8;

/** Opens a task over the current screen, and builds the URL that does so. */
export interface TaskNavigation {
  open: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

/** Current names of the members, tasks and documents that a document mentions. Re-renders when they are renamed. */
export function useDocumentNames(navigation: TaskNavigation): DocumentNames {
  // React Compiler would drop dependencies that exist only to trigger rereading the store.
  'use no memo';
  const { t } = useLingui();
  const store = useTeamStore();
  const router = useRouter();
  const people = usePeople();
  const { rows } = useDocumentTree();
  const titleOf = useTitleOf();
  const first = useFirstPart();
  const { ids, looks } = useNamedTasks();
  return useMemo(() => {
    const face = (id: string) =>
      people.find((person) => person.id === id) ?? { id, name: t`Former member`, image: null };
    const byNumber = new Map(store.all('task').map((task) => [task.number, task]));
    return {
      person: (id) => ({ name: face(id).name, isSelf: id === store.userId }),
      face,
      task(key) {
        const task = byNumber.get(Number(key.slice(key.lastIndexOf('-') + 1)));
        if (task === undefined) return null;
        ids.add(task.id);
        return {
          key: task.key,
          title: task.title,
          isClosed: task.closedAt !== null,
          href: navigation.hrefOf(task.id),
          open: () => navigation.open(task.id),
        };
      },
      stepLabel: (text) => (text === '' ? t`Done` : t`Done: ${text}`),
      document(id) {
        const row = rows.get(id) ?? store.row('document', id);
        if (row === undefined) return null;
        const to = {
          to: '/dashboard/documents/$documentId',
          params: { documentId: id },
          search: {},
        } as const;
        return {
          title: titleOf(row),
          icon: row.icon,
          href: router.buildLocation(to).href,
          open: () => void router.navigate(to),
        };
      },
    };
    // Reread titles when the tree changes, and once the tasks that the first load omits are loaded.
    // oxlint-disable-next-line react/exhaustive-deps -- the store object is stable, but its content changes
  }, [people, rows, store, first, ids, looks, router, navigation, titleOf, t]);
}

/** Ids of the tasks that the document mentions, and a serialized snapshot of their current appearance. */
function useNamedTasks(): { ids: Set<string>; looks: string } {
  const store = useTeamStore();
  const [ids] = useState(() => new Set<string>());
  const subscribe = useCallback((listener: () => void) => store.subscribeSteps(listener), [store]);
  const looks = useSyncExternalStore(subscribe, () =>
    JSON.stringify([...ids].map((id) => [store.row('task', id)?.title, store.row('task', id)?.closedAt])),
  );
  return { ids, looks };
}

/** Search functions for members, tasks and documents to mention. */
export function useDocumentMentionSources(documentId: string, projectId: string | null): MentionSources {
  const store = useTeamStore();
  const people = usePeople();
  const statuses = useStatuses();
  const { rows } = useDocumentTree();
  const titleOf = useTitleOf();
  return useMemo(
    () => ({
      people: (typed) =>
        findByName(people, typed, MAX).map((person) => ({
          id: person.id,
          title: person.name,
          mark: <Avatar person={person} size={22} />,
          ...(person.namesakeHint === undefined ? {} : { note: person.namesakeHint }),
        })),
      tasks: (typed) =>
        findTasks(foldTasks(store.all('task').filter(({ key }) => key !== '')), typed, projectId, MAX).map(
          (task) => {
            const status = statuses.find(({ id }) => id === task.statusId);
            return {
              id: task.key,
              title: task.title,
              note: task.key,
              mark: status && (
                <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
              ),
            };
          },
        ),
      documents(typed) {
        const terms = splitQuery(typed);
        return [...rows.values()]
          .filter(({ id }) => id !== documentId)
          .flatMap((row) => {
            const match = terms.length === 0 ? { score: 0 } : matchTitle(terms, titleOf(row));
            return match === null ? [] : [{ row, score: match.score }];
          })
          .toSorted((a, b) => b.score - a.score || (a.row.updatedAt < b.row.updatedAt ? 1 : -1))
          .slice(0, MAX)
          .map(({ row }) => ({ id: row.id, title: titleOf(row), mark: <DocumentIcon icon={row.icon} /> }));
      },
    }),
    [people, statuses, rows, store, documentId, projectId, titleOf],
  );
}

/** Matches titles with umlauts also in the spelling of keyboards without them: `Ueberblick`. */
function matchTitle(terms: readonly string[], title: string): { score: number } | null {
  return matchFuzzy(terms, fold(title)) ?? matchFuzzy(terms, fold(spellUmlauts(title)));
}
