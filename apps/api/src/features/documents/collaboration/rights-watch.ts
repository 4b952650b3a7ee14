import { setTimeout as sleep } from 'node:timers/promises';
import { withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import type { Attachment } from './attachment.ts';
import type { judge } from './judge.ts';
import { readRights } from './rights.queries.ts';

/** Throttle: a team whose rights or work change all the time is looked at so often. */
const PAUSE_MS = 150;
const RETRY_MS = 500;

interface Watched {
  /** Each with the timer that ends its view. */
  attachments: Map<Attachment, NodeJS.Timeout | null>;
  mustLook: boolean;
  looking: Promise<void> | null;
}

/**
 * Holds open documents to the version of their team's rights, which rises with whatever changes what somebody may do,
 * the trash and the archive included: whoever was judged under another one is judged again.
 */
export class RightsWatch {
  readonly #app: App;
  readonly #judge: (teamId: string, attachments: readonly Attachment[]) => ReturnType<typeof judge>;
  readonly #teams = new Map<string, Watched>();

  /** @param judgeThem says what these may do now */
  constructor(
    app: App,
    judgeThem: (teamId: string, attachments: readonly Attachment[]) => ReturnType<typeof judge>,
  ) {
    this.#app = app;
    this.#judge = judgeThem;
  }

  add(attachment: Attachment): void {
    const { teamId } = attachment;
    const watched = this.#teams.get(teamId) ?? { attachments: new Map(), mustLook: false, looking: null };
    this.#teams.set(teamId, watched);
    watched.attachments.set(attachment, this.#endView(attachment));
  }

  remove(attachment: Attachment): void {
    const watched = this.#teams.get(attachment.teamId);
    clearTimeout(watched?.attachments.get(attachment) ?? undefined);
    watched?.attachments.delete(attachment);
    if (watched?.attachments.size === 0) this.#teams.delete(attachment.teamId);
  }

  /** Rights in this team may have changed. */
  look(teamId: string): void {
    const watched = this.#teams.get(teamId);
    if (watched === undefined) return;
    watched.mustLook = true;
    watched.looking ??= this.#lookWhileAsked(teamId, watched).finally(() => {
      watched.looking = null;
    });
  }

  lookAtAll(): void {
    for (const teamId of this.#teams.keys()) this.look(teamId);
  }

  /** False = it may not be edited any more, or not be read: it was closed then. */
  async judgeAgain(attachment: Attachment): Promise<boolean> {
    await this.#judgeAll(attachment.teamId, [attachment]);
    return attachment.verdict.readOnly === null && !attachment.isClosed;
  }

  /** A view ends by itself, with no change of rights that would be noticed. */
  #endView(attachment: Attachment): NodeJS.Timeout | null {
    const { viewEndsAt } = attachment;
    if (viewEndsAt === null) return null;
    const delayMs = Math.max(0, viewEndsAt.getTime() - this.#app.clock.now().getTime());
    return setTimeout(() => attachment.close('FORBIDDEN'), delayMs).unref();
  }

  async #lookWhileAsked(teamId: string, watched: Watched): Promise<void> {
    while (watched.mustLook && watched.attachments.size > 0) {
      watched.mustLook = false;
      try {
        const on = { teamId, userId: null };
        const rights = await withTeam(this.#app.db, on, readRights, { isReadOnly: true });
        const now = this.#app.clock.now();
        const changed = [...watched.attachments.keys()].filter(
          ({ verdict, viewEndsAt }) =>
            verdict.rights !== rights || (viewEndsAt !== null && viewEndsAt <= now),
        );
        if (changed.length > 0) await this.#judgeAll(teamId, changed);
      } catch (error) {
        this.#app.log.warn(
          { err: error, teamId },
          'rights on open documents could not be looked at; the next try does',
        );
        watched.mustLook = true;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }

  async #judgeAll(teamId: string, attachments: readonly Attachment[]): Promise<void> {
    const verdicts = await this.#judge(teamId, attachments);
    for (const [at, attachment] of attachments.entries()) {
      const verdict = verdicts[at];
      if (verdict === undefined) continue;
      if (typeof verdict === 'string') attachment.close(verdict);
      // One way for whatever else changes: it is opened again, and its client told what it may do.
      else if (verdict.readOnly !== attachment.verdict.readOnly) attachment.close('CHANGED');
      else attachment.verdict = verdict;
    }
  }
}
