import * as Y from 'yjs';
import { isContained } from './contained.ts';

/*
 * Limits of untrusted Yjs updates. Yjs applies any update, but some take quadratic time, wait for structs that do not exist, or overflow
 * the stack. Updates over these limits are rejected, or tried in a worker thread, before they reach the log.
 */

/** Maximum nesting of elements: documents have at most 40 levels of blocks, and some blocks consist of several nested elements. */
const DEEPEST = 100;
/** Maximum nesting of attribute values: the schema has only numbers, strings and lists of numbers. */
const DEEPEST_VALUE = 8;
/** Maximum number of client ids in one update. A browser that was offline also sends updates of its earlier sessions. */
const MAX_CLIENTS = 50;
/**
 * Maximum number of insertions between existing structs. Yjs compares each insertion with its siblings. Structs that follow another struct
 * of the same update do not count, so a pasted chapter is one or two insertions.
 */
const MAX_INSERTIONS = 50;
/** Larger updates (in bytes) go through a trial regardless of their structure. */
const MAX_BYTES = 256 * 1024;
/** Limits of updates with missing dependencies: missing clients, bytes of one update, and bytes of all pending updates. */
const MAX_MISSING = 10;
const MAX_PENDING_BYTES = 64 * 1024;
const MAX_PENDING = 256 * 1024;
/** Maximum number of deletions of structs that the document does not have. */
const MAX_ABSENT = 200;

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

export interface ReadUpdate {
  structs: readonly Struct[];
  deletes: ReadonlyMap<number, readonly { clock: number; len: number }[]>;
  bytes: number;
}

/** @returns null if Yjs cannot decode the update, or if the update contains content types that the editor never writes */
export function readUpdate(update: Uint8Array): ReadUpdate | null {
  try {
    const { structs, ds } = Y.decodeUpdate(update);
    // Y.Skip structs mark gaps. Browsers send them with their own pending structs.
    const given = structs.filter((struct) => !(struct instanceof Y.Skip));
    return given.every(isUsual) ? { structs: given, deletes: ds.clients, bytes: update.length } : null;
  } catch {
    return null;
  }
}

function isUsual(struct: Struct): boolean {
  if (!(struct instanceof Y.Item)) return true;
  const { content } = struct;
  if (content instanceof Y.ContentType)
    return content.type instanceof Y.XmlElement || content.type instanceof Y.XmlText;
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON)
    return (content.arr as unknown[]).every((value) => isPlain(value, 0));
  if (content instanceof Y.ContentFormat) return isPlain(content.value, 0);
  return content instanceof Y.ContentString || content instanceof Y.ContentDeleted;
}

/** Whether the value is JSON within the nesting limit. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  if (depth === DEEPEST_VALUE || value instanceof Uint8Array) return false;
  return Object.values(value).every((one) => isPlain(one, depth + 1));
}

/**
 * `try`: the structure of the update does not bound its cost, so a worker thread applies it first. `gap`: the update depends on too many
 * missing structs.
 */
export type UpdateVerdict = 'ok' | 'try' | 'gap' | 'refused';

/**
 * Decides whether an update may be applied to the document.
 * @param isForeign whether a client belongs to another user. Only its owner may add structs to a client
 */
export function checkUpdate(
  doc: Y.Doc,
  { structs: all, deletes, bytes }: ReadUpdate,
  isForeign: (client: number) => boolean = () => false,
): UpdateVerdict {
  const known = (client: number): number => Y.getState(doc.store, client);
  const isPending = readPending(doc);
  const structs = all.filter(({ id, length }) => id.clock + length > known(id.client) && !isPending(id));
  const ends = new Map<number, number>();
  for (const { id, length } of structs)
    ends.set(id.client, Math.max(ends.get(id.client) ?? 0, id.clock + length));
  if (ends.size > MAX_CLIENTS || [...ends.keys()].some(isForeign)) return 'refused';
  if (!isContained(doc, all)) return 'refused';
  const has = ({ client, clock }: Y.ID): boolean => clock < Math.max(known(client), ends.get(client) ?? 0);
  const missing = new Set<number>();
  const depths = new Depths(doc);
  const nexts = new Map<number, number>();
  let insertions = 0;
  let last: Struct | null = null;
  for (const struct of structs) {
    const { client, clock } = struct.id;
    if (clock > Math.max(nexts.get(client) ?? 0, known(client))) missing.add(client);
    nexts.set(client, clock + struct.length);
    for (const id of listTies(struct)) if (!has(id)) missing.add(id.client);
    if (depths.note(struct) > DEEPEST) return 'refused';
    if (isInsertion(struct, last, depths)) insertions += 1;
    last = struct;
  }
  let absent = 0;
  for (const [client, ranges] of deletes) {
    const end = Math.max(known(client), ends.get(client) ?? 0);
    for (const { clock, len } of ranges) if (clock + len > end) absent += 1;
  }
  if (absent > MAX_ABSENT) return 'gap';
  if (missing.size > 0) {
    // New keystrokes may arrive before the offline updates of earlier sessions on which they depend.
    const pending = doc.store.pendingStructs?.update.length ?? 0;
    const isBounded = missing.size <= MAX_MISSING && bytes <= MAX_PENDING_BYTES && pending <= MAX_PENDING;
    return isBounded ? 'ok' : 'gap';
  }
  return bytes > MAX_BYTES || ends.size > 1 || insertions > MAX_INSERTIONS ? 'try' : 'ok';
}

/** Returns a predicate for structs that are already pending in the document. Browsers that received such structs resend them. */
function readPending({ store }: Y.Doc): (id: Y.ID) => boolean {
  if (store.pendingStructs === null) return () => false;
  const { structs } = Y.decodeUpdateV2(store.pendingStructs.update);
  const pending = structs.filter((struct) => !(struct instanceof Y.Skip));
  return ({ client, clock }) =>
    pending.some(({ id, length }) => id.client === client && id.clock <= clock && clock < id.clock + length);
}

function listTies(struct: Struct): Y.ID[] {
  if (!(struct instanceof Y.Item)) return [];
  const parent = struct.parent instanceof Y.ID ? struct.parent : null;
  return [struct.origin, struct.rightOrigin, parent].filter((id): id is Y.ID => id !== null);
}

/** Whether the struct neither continues another struct of its update nor is the first child of an element of that update. */
function isInsertion(struct: Struct, last: Struct | null, depths: Depths): boolean {
  if (!(struct instanceof Y.Item) || struct.parentSub !== null) return false;
  const { origin, parent } = struct;
  if (origin === null) return !(parent instanceof Y.ID && depths.isFirstIn(parent));
  if (last === null || origin.client !== last.id.client) return true;
  return !depths.isFirstBehind(origin);
}

/** Measures the nesting depth of an update's structs. */
class Depths {
  readonly #doc: Y.Doc;
  /** Structs of the update with their depths, by client and ordered by clock. */
  readonly #noted = new Map<number, { struct: Struct; depth: number }[]>();
  readonly #parents = new Set<string>();
  readonly #origins = new Set<string>();

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  note(struct: Struct): number {
    const depth = struct instanceof Y.Item ? this.#measure(struct) : 0;
    const own = this.#noted.get(struct.id.client) ?? [];
    this.#noted.set(struct.id.client, own);
    own.push({ struct, depth });
    return depth;
  }

  /** Whether this is the first struct inside an element that the same update inserts. */
  isFirstIn(parent: Y.ID): boolean {
    const name = `${parent.client} ${parent.clock}`;
    if (this.#parents.has(name) || this.#find(parent) === null) return false;
    this.#parents.add(name);
    return true;
  }

  /** Whether this is the first struct that follows a given struct of the same update. */
  isFirstBehind(origin: Y.ID): boolean {
    const name = `${origin.client} ${origin.clock}`;
    if (this.#origins.has(name) || this.#find(origin) === null) return false;
    this.#origins.add(name);
    return true;
  }

  #measure({ parent, origin, rightOrigin }: Y.Item): number {
    if (typeof parent === 'string') return 1;
    if (parent instanceof Y.ID) return this.#depthOf(parent) + 1;
    const beside = origin ?? rightOrigin;
    return beside === null ? 1 : this.#depthOf(beside);
  }

  #depthOf(id: Y.ID): number {
    const noted = this.#find(id);
    if (noted !== null) return noted.depth;
    if (id.clock >= Y.getState(this.#doc.store, id.client)) return 1;
    let item: Y.Item | null = asItem(Y.getItem(this.#doc.store, id));
    let depth = 0;
    while (item !== null && depth <= DEEPEST) {
      depth += 1;
      item = (item.parent as Y.AbstractType<unknown> | null)?._item ?? null;
    }
    return Math.max(depth, 1);
  }

  #find({ client, clock }: Y.ID): { struct: Struct; depth: number } | null {
    const own = this.#noted.get(client) ?? [];
    let [low, high] = [0, own.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const one = own[middle];
      if (one === undefined) return null;
      if (one.struct.id.clock > clock) high = middle - 1;
      else if (one.struct.id.clock + one.struct.length <= clock) low = middle + 1;
      else return one;
    }
    return null;
  }
}

function asItem(struct: unknown): Y.Item | null {
  return struct instanceof Y.Item ? struct : null;
}
