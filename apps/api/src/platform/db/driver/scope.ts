import { AsyncLocalStorage } from 'node:async_hooks';
import type { SideStatement } from './batched-query.ts';
import type { Standing } from './standing.ts';

/** A row of the search index matches where one of these does. */
export interface SearchMatch {
  /** `tsquery` texts over all words of a thing, and over those of its title. */
  words?: string;
  titles?: string;
  /** Deletion variants of title words. */
  gaps?: readonly number[];
}

/** What a transaction may do and for whom; read by the driver when it begins. */
export interface TransactionSettings {
  /**
   * `app` runs as `hearth_app` under row level security, `share` as `hearth_share`, which sees what a public link shows,
   * `search` as `hearth_search`, which sees the rows of the search index that match `search`, `owner` as whoever connected
   * (migrations, export, tests).
   */
  role: 'app' | 'share' | 'search' | 'owner';
  teamId: string | null;
  userId: string | null;
  isSystem: boolean;
  /** The hash of the public link that a `share` transaction came with, in hexadecimal digits. */
  shareHash?: string | undefined;
  /** What a `search` transaction matches. */
  search?: SearchMatch | undefined;
  /** Asked as the first thing, where a request is under way that is held to it. */
  standing?: Standing | undefined;
  isReadOnly: boolean;
  /** Repeatable read: every statement sees what the first one saw. */
  isSnapshot: boolean;
  deadlineMs: number;
  lockWaitMs: number;
  idleMs: number;
}

export interface TransactionScope {
  readonly owner: object;
  readonly settings: TransactionSettings;
  state: 'starting' | 'open' | 'ended';
  /** The next statement is the last: the commit travels with it. */
  isNextLast: boolean;
  /** Travel with the next statement, before it. */
  ahead: SideStatement[];
  /** A rollback although its function does nothing that could fail. */
  readonly lose: (error: unknown) => void;
}

export const transactionScope = new AsyncLocalStorage<TransactionScope>();

/** Whether the calling code runs inside a transaction of `owner` that has not ended. */
export function isInsideTransaction(owner: object): boolean {
  const scope = transactionScope.getStore();
  return scope !== undefined && scope.owner === owner && scope.state !== 'ended';
}
