import type { z } from 'zod';
import type { Citation, Proposal } from '@hearth/contracts/assistant/assistant';
import type { App } from '#platform/feature.ts';
import type { CallRoute, RouteId } from '#platform/http/call-route.ts';
import type { ProposalDraft } from '#features/assistant/proposals/proposal-draft.ts';

/**
 * Reads are answered at once. A write is never done by a tool: it becomes a proposal, which its person confirms. Danger is a
 * write that takes something away; it is not offered once words of others were read in the same turn.
 */
type ToolKind = 'read' | 'write' | 'danger';

/** Something that an answer may rest on. */
export interface Source extends Omit<Citation, 'isStale'> {
  /** How a model names it in its text: `[WEB-12]`, `[DOC-3]`, `[DOC-3#2]`; no other handles count. */
  handle: string;
  /** null where that says nothing: of a person, say. */
  updatedAt: string | null;
}

/** What a tool found. Words of people stand in `data` alone, and reach a model as data. */
export interface ToolAnswer {
  /** Plain JSON. */
  data: unknown;
  sources: Source[];
  /** What the tool would do; kept, and shown as a card. */
  draft?: ProposalDraft;
  /** More was there than fits; an answer says so. */
  isCut?: boolean;
}

/** For whom a turn runs. */
export interface ToolContext {
  app: App;
  teamId: string;
  userId: string;
  /** IANA name. */
  timeZone: string;
  locale: string;
  /** null = a program asks, in no thread. */
  threadId: string | null;
  messageId: string | null;
  /** Ends with the turn: tools look at it between their calls. */
  signal: AbortSignal;
  /** The one way to the product: its own routes, with the person's rights at that moment. */
  call: CallRoute;
  /** Gives a thing its handle of this turn; the same thing has one. */
  cite: (source: Omit<Source, 'handle'>, key?: string) => Source;
  /** The team's names, looked up once a turn. */
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
  /** As models and the Model Context Protocol know it. */
  name: string;
  /** For a model: what it does, and when to use it. */
  description: string;
  kind: ToolKind;
  /** Routes without which it is of no use: whose scopes or role do not have them is not offered it. */
  needs: readonly RouteId[];
  input: z.ZodType<I>;
  /** What it finds are texts of documents, which some teams keep from models. */
  givesBodies?: true;
  run: (ctx: ToolContext, input: I) => Promise<ToolAnswer>;
}

/** What a turn is told of a tool's run. */
export interface ToolResult {
  /** For the model: `{origin, note, data}` as JSON, or `{error}`. */
  text: string;
  data: unknown;
  /** Set where it was refused; `data` is null then. */
  error: { code: string; detail: string } | null;
  sources: Source[];
  proposal: Proposal | null;
}

/** The tools of one turn: what may be called now, and all that was found. */
export interface Toolbox {
  /** Fewer once words of others were read. */
  list: () => readonly Tool[];
  /** Checks the input, runs it, keeps the proposal. Never throws but when the turn is stopped. */
  run: (name: string, input: unknown) => Promise<ToolResult>;
  /** All sources of the turn by handle: what is not among them is no citation. */
  sources: () => ReadonlyMap<string, Source>;
  proposals: () => readonly Proposal[];
}

export function defineTool<I>(tool: Tool<I>): Tool {
  return tool as Tool;
}
