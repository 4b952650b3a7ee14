import type { ProposedChange } from '@hearth/contracts/assistant/assistant';
import type { AnyRoute } from '@hearth/contracts/routes';

/** The routes that a proposal may come to; whatever else stands in a stored one is not called. */
export const PROPOSABLE = [
  'tasks.create',
  'tasks.update',
  'tasks.delete',
  'tasks.comment',
  'relations.create',
  'relations.delete',
  'projects.create',
  'projects.update',
  'projects.archive',
  'projects.unarchive',
  'projects.delete',
  'documents.create',
  'documents.update',
  'documents.archive',
  'documents.delete',
] as const satisfies readonly AnyRoute['id'][];
type ProposableRoute = (typeof PROPOSABLE)[number];

/** How a row is done: a route of the product, called as the person once they have confirmed. */
interface PlannedCall {
  route: ProposableRoute;
  params?: Record<string, string>;
  /** Fields of the body that are not for people to change on the card: ids of things to come, what a relation is to. */
  fixed?: Record<string, unknown>;
}

export interface PlannedChange extends ProposedChange {
  call: PlannedCall;
  /** Places of rows without which this one makes no sense: the project of a planned task. */
  needs?: number[];
}

/** What a tool would do, before it is kept. */
export interface ProposalDraft {
  changes: PlannedChange[];
  /** People who would be told, but for the one who asks. */
  notifies: string[];
}

export type Fields = Record<string, unknown>;

/** One thing that a confirmed row did, as an undo needs it. */
export type Effect =
  | {
      what: 'changed';
      kind: 'task' | 'project' | 'document';
      id: string;
      title: string;
      old: Fields;
      now: Fields;
    }
  | {
      what: 'made';
      kind: 'task' | 'project' | 'document' | 'comment';
      id: string;
      title: string;
      now: Fields;
      taskId?: string;
    }
  | {
      what: 'trashed' | 'archived' | 'unarchived';
      kind: 'task' | 'project' | 'document';
      id: string;
      title: string;
    }
  | { what: 'linked'; id: string; title: string; taskId: string }
  | { what: 'unlinked'; title: string; taskId: string; side: string; otherId: string };
