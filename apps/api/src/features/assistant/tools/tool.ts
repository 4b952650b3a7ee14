import type { z } from 'zod';
import type { Citation, Proposal } from '@hearth/contracts/assistant/assistant';
import type { App } from '#platform/feature.ts';
import type { CallRoute, RouteId } from '#platform/http/call-route.ts';
import type { ProposalDraft } from '#features/assistant/proposals/proposal-draft.ts';

/**
 * Read tools are answered immediately. A write tool never applies its changes: it creates a proposal, which the user confirms. A danger
 * tool is a destructive write tool. It is not offered after text written by other users was read in the same turn, to prevent prompt
 * injection.
 */
type ToolKind = 'read' | 'write' | 'danger';

/** A source that an answer may cite. */
export interface Source extends Omit<Citation, 'isStale'> {
  /** Handle by which a model cites the source: `[WEB-12]`, `[DOC-3]`, `[DOC-3#2]`. No other handles are valid. */
  handle: string;
  /** Null for sources without a meaningful time, such as a user. */
  updatedAt: string | null;
}

/** Result of a tool. User text occurs only in `data`, which the model receives as data. */
export interface ToolOutput {
  /** Must be plain JSON. */
  data: unknown;
  sources: Source[];
  /** The planned changes, which are stored and shown as a card. */
  draft?: ProposalDraft;
  /** Whether the result was truncated. The answer then says so. */
  isCut?: boolean;
}

/** The user and the turn for which a tool runs. */
export interface ToolContext {
  app: App;
  teamId: string;
  userId: string;
  /** IANA time zone name. */
  timeZone: string;
  locale: string;
  /** Null for calls by a program, which have no thread. */
  threadId: string | null;
  messageId: string | null;
  /** Aborted when the turn or the call is stopped. Tools check it between their route calls. */
  signal: AbortSignal;
  /** Calls the API's own routes with the user's current permissions. Tools have no other access to the product. */
  call: CallRoute;
  /** Assigns a handle within this turn. The same object always gets the same handle. */
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
  /** Name of the tool for models and the Model Context Protocol. */
  name: string;
  /** Description for models: what the tool does, and when to use it. */
  description: string;
  kind: ToolKind;
  /** Routes that the tool depends on. It is not offered if the token's scopes or the role do not permit them. */
  needs: readonly RouteId[];
  input: z.ZodType<I>;
  /** Whether the tool returns descriptions, comments or document content, which some teams withhold from models. */
  givesBodies?: true;
  run: (ctx: ToolContext, input: I) => Promise<ToolOutput>;
}

/** Outcome of a tool call in a turn. */
export interface ToolResult {
  /** Output for the model: `{origin, note, data}` or `{error}`, as JSON text. */
  text: string;
  data: unknown;
  /** Set if the tool call failed. `data` is null in that case. */
  error: { code: string; detail: string } | null;
  sources: Source[];
  proposal: Proposal | null;
}

/** The tools of one turn: those that can currently be called, and all sources found. */
export interface Toolbox {
  /** Lists the tools that can be called. Danger tools are omitted once a read tool has run, because its result may contain user text. */
  list: () => readonly Tool[];
  /** Validates the input, runs the tool and stores its proposal. Throws only when the turn is stopped or on an unexpected error. */
  run: (name: string, input: unknown) => Promise<ToolResult>;
  /** All sources of the turn by handle. Other handles in an answer are not citations. */
  sources: () => ReadonlyMap<string, Source>;
  proposals: () => readonly Proposal[];
}

export function defineTool<I>(tool: Tool<I>): Tool {
  return tool as Tool;
}
