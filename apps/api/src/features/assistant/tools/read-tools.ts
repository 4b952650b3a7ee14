import { z } from 'zod';
import { SEARCH_KINDS } from '@hearth/contracts/search/search-values';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { SearchResult } from '@hearth/contracts/search/search';
import { readPages } from '#platform/http/read-pages.ts';
import { ref, word } from './inputs.ts';
import { citeTask, describeTasks } from './describe-tasks.ts';
import { defineTool, type Source, type Tool, type ToolContext } from './tool.ts';

const MAX_BLOCKS = 400;
const MAX_OF_BLOCK = 2_000;
const MAX_COMMENTS = 50;

async function citeResult(ctx: ToolContext, found: SearchResult): Promise<Source> {
  const { kind, id, title, snippet, blockId, taskId, at } = found;
  const quote = snippet === '' ? {} : { quote: snippet };
  if (kind === 'task') {
    const { task } = await ctx.call('tasks.get', { params: { taskId: id } });
    return citeTask(ctx, task, snippet);
  }
  const block = blockId === undefined ? {} : { blockId };
  const about = taskId === undefined ? {} : { taskId };
  return ctx.cite({
    kind,
    id,
    title,
    updatedAt: kind === 'person' ? null : at,
    ...quote,
    ...block,
    ...about,
  });
}

const search = defineTool({
  name: 'search',
  description:
    'Finds tasks, documents, projects, comments and people by words, with the best sentence of each.',
  kind: 'read',
  needs: ['search.read'],
  input: z.strictObject({
    query: word,
    kinds: z.array(z.enum(SEARCH_KINDS)).max(5).optional(),
    projectId: ref.optional(),
    limit: z.int().min(1).max(20).default(8),
  }),
  run: async (ctx, { query, kinds, projectId, limit }) => {
    const base = {
      q: query,
      limit: String(limit),
      ...(projectId === undefined ? {} : { project: projectId }),
    };
    const pages = await Promise.all(
      (kinds === undefined || kinds.length === 0 ? [undefined] : kinds).map((kind) =>
        ctx.call('search.read', { query: { ...base, ...(kind === undefined ? {} : { kind }) } }),
      ),
    );
    const results = pages
      .flatMap((page) => page.results)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit);
    const sources: Source[] = [];
    for (const one of results) sources.push(await citeResult(ctx, one));
    const data = results.map(({ kind, id, snippet, at }, index) => ({
      kind,
      id,
      title: sources[index]?.title ?? '',
      snippet,
      at,
      handle: sources[index]?.handle ?? '',
    }));
    return { data: { results: data }, sources };
  },
});

const readTask = defineTool({
  name: 'readTask',
  description:
    'Reads one task by its key, such as WEB-12: its fields, description, comments and what blocks it.',
  kind: 'read',
  needs: ['tasks.get', 'tasks.comments', 'relations.list'],
  givesBodies: true,
  input: z.strictObject({ key: ref }),
  run: async (ctx, { key }) => {
    const params = { taskId: key };
    const { task } = await ctx.call('tasks.get', { params });
    const { described, sources } = await describeTasks(ctx, [task]);
    const pages = await readPages(async (query) => {
      ctx.signal.throwIfAborted();
      return await ctx.call('tasks.comments', { params, query });
    });
    const comments = pages.flatMap((page) => page.comments).filter(({ deletedAt }) => deletedAt === null);
    const { relations } = await ctx.call('relations.list', { params, query: { limit: '200' } });
    const blockers = relations.filter(({ kind, toId }) => kind === 'blocks' && toId === task.id);
    const blockedBy: string[] = [];
    for (const { fromId } of blockers) {
      const { task: other } = await ctx.call('tasks.get', { params: { taskId: fromId } });
      blockedBy.push(other.key);
      sources.push(citeTask(ctx, other));
    }
    const { members } = await ctx.names();
    // The newest comments say where the task stands, so the oldest are left out.
    const shownComments = comments.slice(-MAX_COMMENTS).map(({ id, body, createdBy, createdAt }) => {
      const source = ctx.cite({
        kind: 'comment',
        id,
        title: task.title,
        taskId: task.id,
        quote: body.slice(0, 300),
        updatedAt: createdAt,
      });
      sources.push(source);
      const by = members.find((one) => one.id === createdBy)?.name ?? '';
      return { by, at: createdAt, text: body.slice(0, MAX_OF_BLOCK), handle: source.handle };
    });
    const description = task.description.slice(0, 20_000);
    const data = { task: { ...described[0], description, blockedBy, comments: shownComments } };
    return { data, sources, isCut: comments.length > MAX_COMMENTS };
  },
});

/** Returns the blocks that contain text, in document order. Container blocks are flattened and long texts are truncated. */
export function listBlocks(content: RichText): { id: string | null; kind: string; text: string }[] {
  const blocks: { id: string | null; kind: string; text: string }[] = [];
  const visit = (node: RichNode): void => {
    const inner = node.content ?? [];
    if (inner.some(({ text }) => text !== undefined)) {
      const text = inner.map((one) => one.text ?? '').join('');
      const id = node.attrs?.['id'];
      blocks.push({
        id: typeof id === 'string' ? id : null,
        kind: node.type,
        text: text.slice(0, MAX_OF_BLOCK),
      });
    } else inner.forEach(visit);
  };
  content.content.forEach(visit);
  return blocks;
}

const readDocument = defineTool({
  name: 'readDocument',
  description: 'Reads a document block by block; cite the handle of the block that says it.',
  kind: 'read',
  needs: ['documents.get'],
  givesBodies: true,
  input: z.strictObject({ documentId: ref, from: z.int().min(0).default(0) }),
  run: async (ctx, { documentId, from }) => {
    const { document } = await ctx.call('documents.get', { params: { documentId } });
    const of = {
      kind: 'document' as const,
      id: document.id,
      title: document.title,
      updatedAt: document.updatedAt,
      isArchived: document.archivedAt !== null,
    };
    const whole = ctx.cite(of);
    const sources = [whole];
    const blocks = listBlocks(document.content);
    const shown = blocks.slice(from, from + MAX_BLOCKS).map(({ id, kind, text }) => {
      const source = id === null ? whole : ctx.cite({ ...of, blockId: id, quote: text.slice(0, 300) });
      sources.push(source);
      return { id, kind, text, handle: source.handle };
    });
    const isCut = blocks.length > from + MAX_BLOCKS;
    return { data: { document: { id: document.id, title: document.title, blocks: shown } }, sources, isCut };
  },
});

export const READ_TOOLS: readonly Tool[] = [search, readTask, readDocument];
