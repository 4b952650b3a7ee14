import { replaceMentions, writeMention } from '@hearth/contracts/rich-text/comment-values';
import type { App } from '#platform/feature.ts';
import type { ImportedPart, RowOf } from './part-rows.ts';

type Person = RowOf<'people'>;

interface FormerPerson {
  id: string;
  name: string;
  teamRole: Person['teamRole'];
  joinedAt: string;
  removedAt: string;
}

/** Maps the users of a file to users of the target team. */
export interface PeopleMap {
  matched: number;
  former: FormerPerson[];
  /** Replaces the ids of the file's team and users in a row with ids of the target team. */
  rename(part: ImportedPart, row: object, team: { from: string; to: string; lastSeq: number }): object;
}

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Fields of the rows of a file that refer to a user. */
export const PERSON_FIELDS: ReadonlySet<string> = new Set([
  'userId',
  'createdBy',
  'updatedBy',
  'deletedBy',
  'archivedBy',
  'grantedBy',
  'leadId',
  'enteredBy',
  'skippedBy',
  'reporterId',
  'actor',
]);

/**
 * Matches users by their sign-in email address and never by an id from the file: user ids are the same in all teams, so a forged file could
 * refer to any user.
 */
export function createPeopleMap(
  app: App,
  people: readonly Person[],
  membersByEmail: ReadonlyMap<string, string>,
  now: Date,
): PeopleMap {
  const ids = new Map<string, string>();
  const former: FormerPerson[] = [];
  for (const { id, name, email, teamRole, joinedAt, removedAt } of people) {
    const member = email === null ? undefined : membersByEmail.get(email.toLowerCase());
    const localId = member ?? app.ids.uuid();
    ids.set(id, localId);
    if (member === undefined) {
      former.push({ id: localId, name, teamRole, joinedAt, removedAt: removedAt ?? now.toISOString() });
    }
  }
  const renameMentions = (text: string): string =>
    replaceMentions(text, (id) => writeMention(ids.get(id) ?? id));
  const renameId = (value: unknown): unknown =>
    typeof value === 'string' ? (ids.get(value) ?? value) : value;
  /** Replaces user ids in the filters of views, including filters on custom fields. */
  const renameInText = (text: string): string => text.replaceAll(IDS, (id) => ids.get(id) ?? id);
  const renameDeep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renameDeep);
    if (value === null || typeof value !== 'object') return renameId(value);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renameDeep(inner)]));
  };

  return {
    matched: people.length - former.length,
    former,
    rename(part, row, team) {
      const renamed = Object.fromEntries(
        Object.entries(row).map(([field, value]) => [
          field,
          PERSON_FIELDS.has(field) ? renameId(value) : value,
        ]),
      );
      if (part === 'tasks') {
        const { description, descriptionDoc } = renamed;
        return {
          ...renamed,
          description: renameMentions(String(description)),
          repeat: renameDeep(renamed['repeat']),
          descriptionDoc: renameDeep(descriptionDoc),
          custom: renameDeep(renamed['custom']),
        };
      }
      if (part === 'templates' || part === 'documentContents')
        return { ...renamed, content: renameDeep(renamed['content']) };
      if (part === 'views') return { ...renamed, text: renameInText(String(renamed['text'])) };
      if (part === 'workTimes') return { ...renamed, id: renamed['userId'] ?? team.to };
      if (part === 'comments') return { ...renamed, body: renameMentions(String(renamed['body'])) };
      if (part !== 'history') return renamed;
      const isTeam = renamed['entityId'] === team.from;
      const isText = renamed['entity'] === 'comment' || renamed['field'] === 'description';
      const renameText = (value: unknown): unknown =>
        isText && typeof value === 'string' ? renameMentions(value) : value;
      return {
        ...renamed,
        // Negative numbers sort before this team's own log, which begins at 1.
        seq: Number(renamed['seq']) - team.lastSeq - 1,
        entityId: isTeam ? team.to : renameId(renamed['entityId']),
        old: renameText(renameDeep(renamed['old'])),
        new: renameText(renameDeep(renamed['new'])),
      };
    },
  };
}
