import { PLANS } from '@hearth/contracts/billing/plans';
import { findPlanInForce } from '#features/billing/index.ts';
import { refuseStorage } from '#features/attachments/index.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { countDocumentBytes } from './states.queries.ts';

/**
 * TTL of a team's cached usage on each node. It is shorter if the storage is full because the team may free storage or upgrade its plan.
 */
const USAGE_TTL_MS = 30_000;
const FULL_USAGE_TTL_MS = 3_000;
const MAX_TEAMS = 10_000;

interface Usage {
  plan: keyof typeof PLANS;
  used: number;
}

interface Counted extends Usage {
  until: number;
}

/**
 * Checks whether a team has room for more document text. Documents, including those in the trash, may use up to the plan's storage limit.
 * Files are not counted: a team can continue writing when files fill its storage. Usage is counted in the background because edits must not
 * wait for a query.
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

  /** Whether the storage is full according to the last count. A team that has not been counted yet counts as not full. */
  isFull(teamId: string): boolean {
    const counted = this.#readCount(teamId);
    return counted !== null && isOver(counted);
  }

  /** Adds bytes that are about to be written. @returns false, without adding them, if there is no room */
  spend(teamId: string, bytes: number): boolean {
    const counted = this.#readCount(teamId);
    if (counted === null) return true;
    if (isOver(counted)) return false;
    counted.used += bytes;
    return true;
  }

  /**
   * Adds bytes like `spend`, but counts first if there is no current count.
   * @throws AppError PLAN_LIMIT_REACHED if there is no room
   */
  async assert(teamId: string, bytes: number): Promise<void> {
    if ((this.#counts.get(teamId)?.until ?? 0) <= this.#now()) await this.count(teamId);
    const counted = this.#counts.get(teamId);
    if (counted === undefined || this.spend(teamId, bytes)) return;
    throw refuseStorage(counted.plan, counted.used);
  }

  /** Counts the storage used by a team's documents now. Concurrent calls share one query. */
  async count(teamId: string): Promise<void> {
    const counting = this.#counting.get(teamId) ?? this.#countNow(teamId);
    this.#counting.set(teamId, counting);
    await counting;
  }

  #readCount(teamId: string): Counted | null {
    const counted = this.#counts.get(teamId) ?? null;
    // After a failure, the next lookup counts again.
    if ((counted?.until ?? 0) <= this.#now()) this.count(teamId).catch(() => {});
    return counted;
  }

  async #countNow(teamId: string): Promise<void> {
    try {
      const usage = await this.#read(teamId);
      if (this.#counts.size >= MAX_TEAMS) this.#counts.clear();
      const keptMs = isOver(usage) ? FULL_USAGE_TTL_MS : USAGE_TTL_MS;
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
    await readTeam(app.db, { teamId, userId: null }, readUsage);
  const room = new DocumentRoom(read, () => app.clock.monotonic());
  roomsOf.set(app, room);
  return room;
}

/** Checks that a document with text may be created. @throws AppError PLAN_LIMIT_REACHED */
export async function assertTextRoom(tx: TeamTx): Promise<void> {
  const usage = await readUsage(tx);
  if (isOver(usage)) throw refuseStorage(usage.plan, usage.used);
}

async function readUsage(tx: TeamTx): Promise<Usage> {
  return { plan: await findPlanInForce(tx), used: await countDocumentBytes(tx) };
}
