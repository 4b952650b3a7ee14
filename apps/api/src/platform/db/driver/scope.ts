import { AsyncLocalStorage } from 'node:async_hooks';
import type { SideStatement } from './batched-query.ts';
import type { Standing } from './standing.ts';

/** A row of the search index matches if any of these conditions does. */
export interface SearchMatch {
  /** A `tsquery` over all text of an entity. `titles` is a `tsquery` over its title. */
  words?: string;
  titles?: string;
  /** Deletion variants of title words. */
  gaps?: readonly number[];
}

/** Role, team, user and limits of a transaction, which the driver reads when it begins. */
export interface TransactionSettings {
  /**
   * The database role. `app` runs as `hearth_app` under row-level security. `share` runs as `hearth_share`, which sees only
   * what a public link exposes. `search` runs as `hearth_search`, which sees only the rows of the search index that match
   * `search`. `owner` runs as the connecting role (migrations, export, tests).
   */
  role: 'app' | 'share' | 'search' | 'owner';
  teamId: string | null;
  userId: string | null;
  isSystem: boolean;
  /** The hash of the public link, in hexadecimal. For `share` transactions. */
  shareHash?: string | undefined;
  /** The condition on the search index. For `search` transactions. */
  search?: SearchMatch | undefined;
  /** The standing of the current request, which is asserted first. */
  standing?: Standing | undefined;
  isReadOnly: boolean;
  /** Repeatable read: all statements see the snapshot of the first one. */
  isSnapshot: boolean;
  /** Whether each statement is planned for its parameters, instead of reusing the prepared statement's generic plan. */
  usesCustomPlans: boolean;
  deadlineMs: number;
  lockWaitMs: number;
  idleMs: number;
}

export interface TransactionScope {
  readonly owner: object;
  readonly settings: TransactionSettings;
  state: 'starting' | 'open' | 'ended';
  /** Whether the database has run the opening statements, among them the assertion of `standing`. */
  hasBegun: boolean;
  /** Whether the next statement is the last one. The commit is then pipelined with it. */
  isNextLast: boolean;
  /** Statements to pipeline before the next one. */
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
