import type { FindCommand } from '@hearth/contracts/assistant/command-values';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import type { ToolRequest, Script } from '#features/assistant/models/built-in-model.ts';
import type { Source, ToolResult } from '#features/assistant/tools/tool.ts';
import { answerQuestion } from './answer.ts';
import type { Scene } from './converse.ts';
import { dataOf, mark, quote } from './show.ts';

const MAX_SHOWN = 5;

interface FoundResult {
  results: { kind: SearchKind; id: string; title: string; snippet?: string; handle?: string }[];
}

/** Returns the best sentence of each hit, quoted and cited, or null if there are no hits. */
export async function* searchFor(
  { phrases }: Pick<Scene, 'phrases'>,
  query: string,
  more: { kinds?: readonly string[] },
): AsyncGenerator<readonly ToolRequest[], string | null, readonly ToolResult[]> {
  const input = { query: query.slice(0, 200), limit: MAX_SHOWN, ...more };
  const [found] = yield [{ tool: 'search', input }];
  const sources = new Map((found?.sources ?? []).map((source) => [source.id, source]));
  const results = dataOf<FoundResult>(found).results ?? [];
  if (results.length === 0) return null;
  const lines = results.map((result) => {
    const source: Source | undefined = sources.get(result.id);
    const excerpt = source?.quote ?? result.snippet ?? '';
    const tail = excerpt === '' ? '' : ` — “${quote(excerpt)}”`;
    return `- **${quote(result.title)}**${tail}${mark(source?.handle ?? result.handle)}`;
  });
  return [phrases.found(quote(query)), '', ...lines].join('\n');
}

export async function* find(scene: Scene, command: FindCommand): Script {
  const { phrases, context } = scene;
  if (command.act === 'open') {
    const { what } = command;
    if (what.kind === 'task') {
      const [read] = yield [{ tool: 'readTask', input: { key: what.key } }];
      if (read === undefined || read.error !== null) return { text: read?.error?.detail ?? phrases.notFound };
      return { text: read.sources.map(({ title, handle }) => `**${quote(title)}**${mark(handle)}`)[0] ?? '' };
    }
    const name =
      what.kind === 'words'
        ? what.words
        : what.kind === 'project'
          ? context.projects.find(({ id }) => id === what.id)?.name
          : what.kind === 'person'
            ? context.people.find(({ id }) => id === what.id)?.name
            : context.documents.find(({ id }) => id === what.id)?.title;
    const query = name ?? '';
    const text = yield* searchFor(scene, query, what.kind === 'words' ? {} : { kinds: [what.kind] });
    return { text: text ?? phrases.nothingFound(quote(query)) };
  }
  if (command.act === 'answer') {
    const text = yield* answerQuestion(scene, command.query);
    return { text: text ?? phrases.nothingFound(quote(command.query)), needsSource: true };
  }
  const kinds = command.kinds.length > 0 ? { kinds: command.kinds } : {};
  const text = yield* searchFor(scene, command.query, kinds);
  return { text: text ?? phrases.nothingFound(quote(command.query)) };
}
