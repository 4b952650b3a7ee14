import type { ProposedChange } from '@hearth/contracts/assistant/assistant';
import type { AnyRoute } from '@hearth/contracts/routes';

/** Allow-list of routes for proposals. Routes of a stored proposal that are not listed here are never called. */
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
  'labels.create',
] as const satisfies readonly AnyRoute['id'][];
type ProposableRoute = (typeof PROPOSABLE)[number];

/** How a row is applied: a route of the product, called on behalf of the user after confirmation. */
interface PlannedCall {
  route: ProposableRoute;
  params?: Record<string, string>;
  /** Body fields that cannot be edited on the card: ids of objects to be created, the target of a relation. */
  fixed?: Record<string, unknown>;
}

export interface PlannedChange extends ProposedChange {
  call: PlannedCall;
  /** Indexes of the rows that must be applied first, such as the row that creates the task's project. */
  needs?: number[];
}

/** The planned changes of a tool, before they are stored. */
export interface ProposalDraft {
  changes: PlannedChange[];
  /** Ids of the users who would be notified. `saveProposal` drops duplicates and the user making the request. */
  notifies: string[];
}

export type Fields = Record<string, unknown>;

/** One effect of an applied row, with the data needed to undo it. */
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
      kind: 'task' | 'project' | 'document' | 'comment' | 'label';
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
  | { what: 'reminded'; title: string; taskId: string; reminderId: string }
  | { what: 'linked'; id: string; title: string; taskId: string }
  | { what: 'unlinked'; title: string; taskId: string; side: string; otherId: string };
