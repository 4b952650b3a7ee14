import type { z } from 'zod';
import type { Citation, Proposal } from '@hearth/contracts/assistant/assistant';
import type { App } from '#platform/feature.ts';
import type { CallRoute, RouteId } from '#platform/http/call-route.ts';
import type { ProposalDraft } from '#features/assistant/proposals/proposal-draft.ts';

/**
 * Reads are answered at once. A write is never applied by a tool: it becomes a proposal, which the person confirms. A danger
 * tool is a destructive write; it is not offered after text of other people was read in the same turn (prompt injection).
 */
type ToolKind = 'read' | 'write' | 'danger';

/** A source an answer may cite. */
export interface Source extends Omit<Citation, 'isStale'> {
  /** How a model cites it: `[WEB-12]`, `[DOC-3]`, `[DOC-3#2]`; no other handles are valid. */
  handle: string;
  /** null where it is meaningless: of a person, for example. */
  updatedAt: string | null;
}

/** Result of a tool. User text is only in `data`, and reaches a model as data. */
export interface ToolAnswer {
  /** Plain JSON. */
  data: unknown;
  sources: Source[];
  /** The planned changes; stored, and shown as a card. */
  draft?: ProposalDraft;
  /** Truncated; the answer mentions it. */
  isCut?: boolean;
}

/** The person and the turn a tool runs for. */
export interface ToolContext {
  app: App;
  teamId: string;
  userId: string;
  /** IANA name. */
  timeZone: string;
  locale: string;
  /** null = called by a program, outside of any thread. */
  threadId: string | null;
  messageId: string | null;
  /** Aborted at the end of the turn: tools check it between their calls. */
  signal: AbortSignal;
  /** The only access to the product: its own routes, with the person's rights at that moment. */
  call: CallRoute;
  /** Assigns a handle within this turn; the same thing keeps its handle. */
  cite: (source: Omit<Source, 'handle'>, key?: string) => Source;
  /** The team's names, loaded once per turn. */
  names: () => Promise<Names>;
}

interface Named {
  id: string;
  name: string;
}

export interface Names {
  members: readonly (Named & { email: string | null; role: string })[];
  projects: readonly (Named & { key: string })[];
  statuses: readonly (Named & { category: string })[];
  labels: readonly Named[];
}

export interface Tool<I = unknown> {
  /** Its name for models and the Model Context Protocol. */
  name: string;
  /** For a model: what the tool does, and when to use it. */
  description: string;
  kind: ToolKind;
  /** Routes it depends on: not offered where the token's scopes or the role don't include them. */
  needs: readonly RouteId[];
  input: z.ZodType<I>;
  /** Returns texts of documents, which some teams withhold from models. */
  givesBodies?: true;
  run: (ctx: ToolContext, input: I) => Promise<ToolAnswer>;
}

/** Outcome of a tool call in a turn. */
export interface ToolResult {
  /** For the model: `{origin, note, data}` as JSON, or `{error}`. */
  text: string;
  data: unknown;
  /** Set when it was refused; `data` is null then. */
  error: { code: string; detail: string } | null;
  sources: Source[];
  proposal: Proposal | null;
}

/** The tools of one turn: those that can be called now, and all sources found. */
export interface Toolbox {
  /** Fewer after text of other people was read. */
  list: () => readonly Tool[];
  /** Validates the input, runs the tool, stores the proposal. Only throws when the turn is stopped. */
  run: (name: string, input: unknown) => Promise<ToolResult>;
  /** All sources of the turn by handle: other handles are not citations. */
  sources: () => ReadonlyMap<string, Source>;
  proposals: () => readonly Proposal[];
}

export function defineTool<I>(tool: Tool<I>): Tool {
  return tool as Tool;
}
