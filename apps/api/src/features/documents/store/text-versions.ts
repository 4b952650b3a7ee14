import { createHash } from 'node:crypto';
import { readIfMatch } from '#platform/http/if-match.ts';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';

/** Maximum total size of cached contents, in characters of JSON. The least recently used entries are evicted first. */
const MAX_BYTES = 64 * 1024 * 1024;
const LARGEST = 8 * 1024 * 1024;

/** A version of a document's content: the `seq` of its log and a hash of the content. */
export interface TextVersion {
  seq: number;
  hash: string;
}

const TAG = /^(\d{1,15})-([\w-]{22})$/;

export function formatTag({ seq, hash }: TextVersion): string {
  return `"${seq}-${hash}"`;
}

/** Reads the If-Match header. Returns undefined if the header is missing or `*`, and null for a tag that this server never sent. */
export function readTag(header: string | undefined): TextVersion | null | undefined {
  const tags = readIfMatch(header);
  if (tags === undefined) return undefined;
  // If there are several tags, use the last valid one: it is the newest.
  for (const tag of tags.toReversed()) {
    const [, seq, hash] = TAG.exec(tag) ?? [];
    if (seq !== undefined && hash !== undefined) return { seq: Number(seq), hash };
  }
  return null;
}

/**
 * Hashes content for its version. `seq` alone does not identify a version because it is reused for other content after a backup is
 * restored.
 */
export function hashText(json: string): string {
  return createHash('sha256').update(json).digest('base64url').slice(0, 22);
}

/** In-memory cache of base contents for three-way merges. Missing entries are rebuilt from the log if it reaches back that far. */
export class TextVersions {
  readonly #cache = new Map<string, string>();
  #bytes = 0;

  /** Caches content. @returns the version of the content */
  keep(documentId: string, seq: number, content: RichText): TextVersion {
    const json = JSON.stringify(content);
    const version = { seq, hash: hashText(json) };
    const name = `${documentId} ${formatTag(version)}`;
    this.#drop(name);
    if (json.length > LARGEST) return version;
    this.#cache.set(name, json);
    this.#bytes += json.length;
    for (const [oldest] of this.#cache) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest);
    }
    return version;
  }

  find(documentId: string, version: TextVersion): RichText | null {
    const name = `${documentId} ${formatTag(version)}`;
    const json = this.#cache.get(name);
    if (json === undefined) return null;
    this.#cache.delete(name);
    this.#cache.set(name, json);
    return JSON.parse(json) as RichText;
  }

  #drop(name: string): void {
    this.#bytes -= this.#cache.get(name)?.length ?? 0;
    this.#cache.delete(name);
  }
}
