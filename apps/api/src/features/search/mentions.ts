import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';
import type { SearchKind } from '@hearth/contracts/search/search-values';

/** Markup of mentions: `<@id>` is a user (as in comments), `<#id>` a document, `<#KEY-1>` a task. Names are not part of the text. */
const MENTION = /<([@#])([\p{L}\p{N}-]{1,64})>/gu;

/** Replaces links to documents and tasks with mention markup to make them part of their block's text. */
export function writeLinks(nodes: readonly RichNode[]): RichNode[] {
  return nodes.map((node) => {
    if (node.type === 'documentLink') return { type: 'text', text: `<#${String(node.attrs?.['id'])}>` };
    if (node.type === 'taskLink') {
      const key = String(node.attrs?.['key']);
      return { type: 'text', text: `${key}<#${key}>` };
    }
    return node.content === undefined ? node : { ...node, content: writeLinks(node.content) };
  });
}

/** Lists the mentions in a text as lexemes of the index. */
export function listMentions(text: string): string[] {
  return text.includes('<') ? [...text.matchAll(MENTION)].map(([, sign, id]) => lexemeOf(sign, id)) : [];
}

/** Replaces mentions with names and removes mentions without a name. @param names maps lexemes to names */
export function nameMentions(text: string, names: ReadonlyMap<string, string>): string {
  if (!text.includes('<')) return text;
  return text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(MENTION, (_whole, sign: string, id: string, at: number) => {
          const name = names.get(lexemeOf(sign, id)) ?? '';
          // Add a space if the mention follows a task key.
          return name !== '' && /[\p{L}\p{N}]/u.test(line[at - 1] ?? ' ') ? ` ${name}` : name;
        })
        .replaceAll(/ {2,}/g, ' ')
        .trim(),
    )
    .join('\n');
}

export function withoutMentions(text: string): string {
  return text.includes('<') ? text.replaceAll(MENTION, ' ') : text;
}

/** Returns the lexeme under which mentions of a match are indexed. @param key the key of a task */
export function mentionOf(kind: SearchKind, id: string, key: string | null): string | null {
  if (kind === 'person') return lexemeOf('@', id);
  if (kind === 'document') return lexemeOf('#', id);
  return kind === 'task' && key !== null ? lexemeOf('#', key) : null;
}

function lexemeOf(sign = '', id = ''): string {
  return sign + id.toLowerCase();
}
