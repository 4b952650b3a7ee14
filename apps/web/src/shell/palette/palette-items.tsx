import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { IconUsers } from '@tabler/icons-react';
import { DocumentIcon } from '#features/documents/index.ts';
import { tellApart } from '#features/members/index.ts';
import { isInArchive } from '#features/projects/index.ts';
import { describeStatuses } from '#features/tasks/index.ts';
import { listOffers, type Offer } from '#platform/actions/actions.ts';
import { compareByPosition, type TeamStore } from '#platform/sync/index.ts';
import type { TeamsState } from '#platform/session/teams.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { makeItem, type PaletteItem } from './palette-search.ts';
import { PALETTE_SYNONYMS } from './palette-synonyms.ts';

/** Navigation for palette entries that are not actions. */
export interface PaletteNavigation {
  openTask: (taskId: string, commentId?: string) => void;
  openDocument: (documentId: string, blockId?: string) => void;
  openProject: (projectId: string) => void;
  openMember: () => void;
  chooseTeam: (index: number) => void;
  /** Opens the page with all search results. */
  showAll: (q: string) => void;
}

/** Collects the entries of the palette. Called once when it opens. */
export function collectItems(
  store: TeamStore,
  { teams, selectedTeamIndex }: TeamsState,
  navigation: PaletteNavigation,
  i18n: I18n,
): PaletteItem[] {
  return [
    ...listOffers()
      .filter(({ action }) => action.isHidden !== true)
      .map((offer) => makeActionItem(offer, i18n)),
    ...teams.flatMap((team, index) =>
      index === selectedTeamIndex
        ? []
        : makeItem({
            id: `team ${team._id}`,
            group: 'team',
            title: i18n._(msg`Switch to ${team.name}`),
            drawIcon: () => <IconUsers size={17} stroke={1.6} />,
            run: () => navigation.chooseTeam(index),
          }),
    ),
    ...listProjects(store, navigation, i18n),
    ...listPeople(store, navigation, i18n),
    ...listDocuments(store, navigation, i18n),
    ...listTasks(store, navigation, i18n),
  ];
}

function makeActionItem({ action, run }: Offer, i18n: I18n): PaletteItem {
  const ActionIcon = action.icon;
  const keywords = action.keywords ?? PALETTE_SYNONYMS[action.id];
  return makeItem({
    id: action.id,
    group: action.group,
    title: i18n._(action.title),
    also: keywords === undefined ? undefined : i18n._(keywords),
    shortcut: action,
    drawIcon: () => <ActionIcon size={17} stroke={1.6} />,
    run,
  });
}

function listProjects(store: TeamStore, navigation: PaletteNavigation, i18n: I18n): PaletteItem[] {
  return store.all('project').map(({ id, name, key, color, archivedAt }) =>
    makeItem({
      id: `project ${id}`,
      group: 'projects',
      title: name,
      also: key,
      note: archivedAt === null ? key : nameArchived(key, i18n),
      drawIcon: () => <ColorDot color={color} size={12} />,
      run: () => navigation.openProject(id),
    }),
  );
}

/** Returns the key with a label for archived items. */
function nameArchived(key: string, i18n: I18n): string {
  return i18n._(msg`${key} · Archived`);
}

/** Latest first. This determines the order of equal matches. */
function listDocuments(store: TeamStore, navigation: PaletteNavigation, i18n: I18n): PaletteItem[] {
  const documents = store.all('document').filter(({ isTemplate }) => !isTemplate);
  documents.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  return documents.map(({ id, title, icon, archivedAt, projectId, parentId }) => {
    const above = store.row('document', parentId ?? '')?.title ?? store.row('project', projectId ?? '')?.name;
    const note = archivedAt === null ? above : i18n._(msg`Archived`);
    return makeItem({
      id: `document ${id}`,
      group: 'documents',
      title: title === '' ? i18n._(msg`Untitled`) : title,
      ...(note === undefined || note === '' ? {} : { note }),
      drawIcon: () => <DocumentIcon icon={icon} />,
      run: () => navigation.openDocument(id),
    });
  });
}

function listPeople(store: TeamStore, navigation: PaletteNavigation, i18n: I18n): PaletteItem[] {
  return store.all('member').map((row) => {
    const person = tellApart(store, row, i18n);
    const note = row.email ?? person.namesakeHint;
    return makeItem({
      id: `person ${person.id}`,
      group: 'people',
      title: person.name,
      ...(row.email === null ? {} : { also: row.email }),
      ...(note === undefined ? {} : { note }),
      drawIcon: () => <Avatar person={person} size={20} />,
      run: navigation.openMember,
    });
  });
}

function listTasks(store: TeamStore, navigation: PaletteNavigation, i18n: I18n): PaletteItem[] {
  const looks = describeStatuses(store.all('status').toSorted(compareByPosition), (text) => i18n._(text));
  const statuses = new Map(looks.map((look) => [look.id, look]));
  const tasks = store.all('task');
  // Open tasks first, then latest first. This determines the order of equal matches.
  tasks.sort((a, b) => {
    const isOpen = Number(a.closedAt !== null) - Number(b.closedAt !== null);
    return isOpen === 0 ? (a.updatedAt < b.updatedAt ? 1 : -1) : isOpen;
  });
  const nameOf = (labelId: string): string => store.row('label', labelId)?.name ?? '';
  return tasks.map(({ id, title, key, statusId, labelIds, projectId }) =>
    makeItem({
      id: `task ${id}`,
      group: 'tasks',
      title,
      also: [key, ...labelIds.map(nameOf)].join(' '),
      note: isInArchive(store, projectId) ? nameArchived(key, i18n) : key,
      drawIcon: () => {
        const look = statuses.get(statusId);
        return look && <StatusGlyph category={look.category} progress={look.progress} color={look.color} />;
      },
      run: () => navigation.openTask(id),
    }),
  );
}
