import { setTimeout as sleep } from 'node:timers/promises';
import { readTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import type { DocumentConnection } from './document-connection.ts';
import type { authorize } from './authorize.ts';
import { readRights } from './rights.queries.ts';

/** Minimum pause between two checks of one team, for teams whose rights or data change constantly. */
const PAUSE_MS = 150;
const RETRY_MS = 500;

interface Watched {
  /** Open connections with the timer that ends a view as another member. */
  documentConnections: Map<DocumentConnection, NodeJS.Timeout | null>;
  needsRecheck: boolean;
  looking: Promise<void> | null;
}

/**
 * Reauthorizes open documents when the version of their team's rights changes. Access changes, trashing and archiving increment the
 * version.
 */
export class RightsWatch {
  readonly #app: App;
  readonly #authorize: (
    teamId: string,
    documentConnections: readonly DocumentConnection[],
  ) => ReturnType<typeof authorize>;
  readonly #teams = new Map<string, Watched>();

  constructor(
    app: App,
    authorizeThem: (
      teamId: string,
      documentConnections: readonly DocumentConnection[],
    ) => ReturnType<typeof authorize>,
  ) {
    this.#app = app;
    this.#authorize = authorizeThem;
  }

  add(documentConnection: DocumentConnection): void {
    const { teamId } = documentConnection;
    const watched = this.#teams.get(teamId) ?? {
      documentConnections: new Map(),
      needsRecheck: false,
      looking: null,
    };
    this.#teams.set(teamId, watched);
    watched.documentConnections.set(documentConnection, this.#endView(documentConnection));
  }

  remove(documentConnection: DocumentConnection): void {
    const watched = this.#teams.get(documentConnection.teamId);
    clearTimeout(watched?.documentConnections.get(documentConnection) ?? undefined);
    watched?.documentConnections.delete(documentConnection);
    if (watched?.documentConnections.size === 0) this.#teams.delete(documentConnection.teamId);
  }

  /** Checks the open documents of a team whose rights may have changed. */
  checkTeam(teamId: string): void {
    const watched = this.#teams.get(teamId);
    if (watched === undefined) return;
    watched.needsRecheck = true;
    watched.looking ??= this.#recheckWhileNeeded(teamId, watched).finally(() => {
      watched.looking = null;
    });
  }

  checkAll(): void {
    for (const teamId of this.#teams.keys()) this.checkTeam(teamId);
  }

  /**
   * Authorizes a connection again, and closes it if the document may no longer be read or its read-only state has changed.
   * @returns whether the document may still be edited
   */
  async authorizeAgain(documentConnection: DocumentConnection): Promise<boolean> {
    await this.#authorizeAll(documentConnection.teamId, [documentConnection]);
    return documentConnection.access.readOnly === null && !documentConnection.isClosed;
  }

  /** Starts the timer that closes the connection when a view as another member expires: expiry does not change the team's rights. */
  #endView(documentConnection: DocumentConnection): NodeJS.Timeout | null {
    const { viewEndsAt } = documentConnection;
    if (viewEndsAt === null) return null;
    const delayMs = Math.max(0, viewEndsAt.getTime() - this.#app.clock.now().getTime());
    return setTimeout(() => documentConnection.close('FORBIDDEN'), delayMs).unref();
  }

  async #recheckWhileNeeded(teamId: string, watched: Watched): Promise<void> {
    while (watched.needsRecheck && watched.documentConnections.size > 0) {
      watched.needsRecheck = false;
      try {
        const on = { teamId, userId: null };
        const rights = await readTeam(this.#app.db, on, readRights);
        const now = this.#app.clock.now();
        const changed = [...watched.documentConnections.keys()].filter(
          ({ access, viewEndsAt }) => access.rights !== rights || (viewEndsAt !== null && viewEndsAt <= now),
        );
        if (changed.length > 0) await this.#authorizeAll(teamId, changed);
      } catch (error) {
        this.#app.log.warn(
          { err: error, teamId },
          'failed to recheck permissions of open documents; will retry',
        );
        watched.needsRecheck = true;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }

  async #authorizeAll(teamId: string, documentConnections: readonly DocumentConnection[]): Promise<void> {
    const decisions = await this.#authorize(teamId, documentConnections);
    for (const [at, documentConnection] of documentConnections.entries()) {
      const access = decisions[at];
      if (access === undefined) continue;
      if (typeof access === 'string') documentConnection.close(access);
      // The read-only state has changed: the client reopens the document and receives its new access.
      else if (access.readOnly !== documentConnection.access.readOnly) documentConnection.close('CHANGED');
      else documentConnection.access = access;
    }
  }
}
