import { AsyncLocalStorage } from 'node:async_hooks';
import type { SideStatement } from './batched-query.ts';
import type { Standing } from './standing.ts';

/** A row of the search index matches if any of these does. */
export interface SearchMatch {
  /** `tsquery` texts over all text of an entity, and over its title. */
  words?: string;
  titles?: string;
  /** Deletion variants of title words. */
  gaps?: readonly number[];
}

/** Role, owner and limits of a transaction; read by the driver when it begins. */
export interface TransactionSettings {
  /**
   * `app` runs as `hearth_app` under row level security, `share` as `hearth_share`, which sees what a public link exposes, `search` as
   * `hearth_search`, which sees the rows of the search index that match `search`, `owner` as the connecting role (migrations, export,
   * tests).
   */
  role: 'app' | 'share' | 'search' | 'owner';
  teamId: string | null;
  userId: string | null;
  isSystem: boolean;
  /** The hash of the public link of a `share` transaction, in hexadecimal. */
  shareHash?: string | undefined;
  /** The match of a `search` transaction. */
  search?: SearchMatch | undefined;
  /** Asserted first, if a current request is bound to it. */
  standing?: Standing | undefined;
  isReadOnly: boolean;
  /** Repeatable read: all statements see the snapshot of the first one. */
  isSnapshot: boolean;
  deadlineMs: number;
  lockWaitMs: number;
  idleMs: number;
}

export interface TransactionScope {
  readonly owner: object;
  readonly settings: TransactionSettings;
  state: 'starting' | 'open' | 'ended';
  /** The next statement is the last: the commit is pipelined with it. */
  isNextLast: boolean;
  /** Pipelined before the next statement. */
  ahead: SideStatement[];
  /** Forces a rollback even if the function itself does not fail. */
  readonly lose: (error: unknown) => void;
}

export const transactionScope = new AsyncLocalStorage<TransactionScope>();

/** Whether the calling code runs inside an open transaction of `owner`. */
export function isInsideTransaction(owner: object): boolean {
  const scope = transactionScope.getStore();
  return scope !== undefined && scope.owner === owner && scope.state !== 'ended';
}
