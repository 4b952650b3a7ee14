import { PLANS } from '@hearth/contracts/billing/plans';
import { findPlanInForce } from '#features/billing/index.ts';
import { refuseStorage } from '#features/attachments/index.ts';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { countDocumentBytes } from './states.queries.ts';

/** TTL of a team's usage on each node; shorter without room, for teams that free storage or upgrade their plan. */
const KEPT_MS = 30_000;
const FULL_KEPT_MS = 3_000;
const MOST_TEAMS = 10_000;

interface Usage {
  plan: keyof typeof PLANS;
  used: number;
}

interface Counted extends Usage {
  until: number;
}

/**
 * Whether a team has room for more document text: documents alone, including the trash, may use as much storage as the plan has. Files do
 * not count here, so that a team can go on writing when files fill its storage. Counted in the background: a keystroke waits for no query.
 */
export class DocumentRoom {
  readonly #read: (teamId: string) => Promise<Usage>;
  readonly #now: () => number;
  readonly #counts = new Map<string, Counted>();
  readonly #counting = new Map<string, Promise<void>>();

  constructor(read: (teamId: string) => Promise<Usage>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** By the last count; a team that was never counted has room. */
  isFull(teamId: string): boolean {
    const counted = this.#look(teamId);
    return counted !== null && isOver(counted);
  }

  /** Counts bytes that are about to be written. @returns false if there is no room; nothing is counted then */
  spend(teamId: string, bytes: number): boolean {
    const counted = this.#look(teamId);
    if (counted === null) return true;
    if (isOver(counted)) return false;
    counted.used += bytes;
    return true;
  }

  /** @throws AppError PLAN_LIMIT_REACHED */
  async assert(teamId: string, bytes: number): Promise<void> {
    if ((this.#counts.get(teamId)?.until ?? 0) <= this.#now()) await this.count(teamId);
    const counted = this.#counts.get(teamId);
    if (counted === undefined || this.spend(teamId, bytes)) return;
    throw refuseStorage(counted.plan, counted.used);
  }

  /** Counts a team's documents now. */
  async count(teamId: string): Promise<void> {
    const counting = this.#counting.get(teamId) ?? this.#countNow(teamId);
    this.#counting.set(teamId, counting);
    await counting;
  }

  #look(teamId: string): Counted | null {
    const counted = this.#counts.get(teamId) ?? null;
    // After a failure, the next look-up tries again.
    if ((counted?.until ?? 0) <= this.#now()) this.count(teamId).catch(() => {});
    return counted;
  }

  async #countNow(teamId: string): Promise<void> {
    try {
      const usage = await this.#read(teamId);
      if (this.#counts.size >= MOST_TEAMS) this.#counts.clear();
      const keptMs = isOver(usage) ? FULL_KEPT_MS : KEPT_MS;
      this.#counts.set(teamId, { ...usage, until: this.#now() + keptMs });
    } finally {
      this.#counting.delete(teamId);
    }
  }
}

function isOver({ plan, used }: Usage): boolean {
  return used > PLANS[plan].storageBytes;
}

const roomsOf = new WeakMap<App, DocumentRoom>();

export function getDocumentRoom(app: App): DocumentRoom {
  const known = roomsOf.get(app);
  if (known !== undefined) return known;
  const read = async (teamId: string): Promise<Usage> =>
    await withTeam(app.db, { teamId, userId: null }, readUsage, { isReadOnly: true });
  const room = new DocumentRoom(read, () => app.clock.monotonic());
  roomsOf.set(app, room);
  return room;
}

/** For a document that is created with text. @throws AppError PLAN_LIMIT_REACHED */
export async function assertTextRoom(tx: TeamTx): Promise<void> {
  const usage = await readUsage(tx);
  if (isOver(usage)) throw refuseStorage(usage.plan, usage.used);
}

async function readUsage(tx: TeamTx): Promise<Usage> {
  return { plan: await findPlanInForce(tx), used: await countDocumentBytes(tx) };
}
