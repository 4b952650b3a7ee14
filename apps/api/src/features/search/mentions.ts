import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';
import type { SearchKind } from '@hearth/contracts/search/search-values';

/** `<@id>` is a user (as in comments), `<#id>` a document, `<#KEY-1>` a task: their names are stored elsewhere. */
const MENTION = /<([@#])([\p{L}\p{N}-]{1,64})>/gu;

/** The same content with links to documents and tasks as text, so that they stay with their block. */
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

/** Mentions in a text, as lexemes of the index. */
export function listMentions(text: string): string[] {
  return text.includes('<') ? [...text.matchAll(MENTION)].map(([, sign, id]) => lexemeOf(sign, id)) : [];
}

/** Replaces mentions by names, by lexeme; mentions without a name are removed. */
export function nameMentions(text: string, names: ReadonlyMap<string, string>): string {
  if (!text.includes('<')) return text;
  return text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(MENTION, (_whole, sign: string, id: string, at: number) => {
          const name = names.get(lexemeOf(sign, id)) ?? '';
          // After a task key.
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

/** The lexeme that mentions of a match have. @param key of a task */
export function mentionOf(kind: SearchKind, id: string, key: string | null): string | null {
  if (kind === 'person') return lexemeOf('@', id);
  if (kind === 'document') return lexemeOf('#', id);
  return kind === 'task' && key !== null ? lexemeOf('#', key) : null;
}

function lexemeOf(sign = '', id = ''): string {
  return sign + id.toLowerCase();
}
