import { findNodeRule, listAttrs, type RichTextHost } from '#rich-text/rich-nodes-values.ts';
import type { RichNode, RichNodeName } from '#rich-text/rich-text-values.ts';

/*
 * Nodes without Markdown syntax are written as links or images with custom URL schemes: `[@Ada](person:<id>)`. The label is for readers.
 * Only the address is parsed.
 */

const SCHEMES: Readonly<Record<string, { type: RichNodeName; attr: string }>> = {
  person: { type: 'mention', attr: 'id' },
  task: { type: 'taskLink', attr: 'key' },
  document: { type: 'documentLink', attr: 'id' },
};

/** The language of a code block that preserves a node of a newer build. */
export const UNKNOWN_LANGUAGE = 'hearth-unknown';

export function writeAddress({ type, attrs = {} }: RichNode): string {
  if (type === 'unknownInline') return `unknown:${encodeURIComponent(String(attrs['json']))}`;
  if (type === 'image' || type === 'file')
    return `attachment:${(attrs['attachmentId'] as string | null) ?? ''}`;
  const [scheme = '', { attr } = { attr: '' }] =
    Object.entries(SCHEMES).find(([, one]) => one.type === type) ?? [];
  return `${scheme}:${String(attrs[attr])}`;
}

/** Parses an address with a custom URL scheme to its node. Returns null for all other addresses. */
export function readAddress(
  url: string,
  label: string,
  host: RichTextHost,
  isPicture: boolean,
): RichNode | null {
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/.exec(url) ?? [];
  if (scheme === 'attachment') {
    const attachmentId = rest === '' ? null : rest.toLowerCase();
    const line = label
      .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ')
      .slice(0, 500)
      .toWellFormed();
    return isPicture
      ? checkNode({ type: 'image', attrs: { id: null, alt: line, width: null, attachmentId } }, host)
      : checkNode({ type: 'file', attrs: { id: null, name: line, attachmentId } }, host);
  }
  if (isPicture) return null;
  if (scheme === 'unknown') return checkNode({ type: 'unknownInline', attrs: { json: decode(rest) } }, host);
  const own = Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined;
  if (own === undefined) return null;
  const { type, attr } = own;
  return checkNode({ type, attrs: { [attr]: attr === 'id' ? rest.toLowerCase() : rest } }, host);
}

/** Whether the text is a JSON object: nodes of newer builds are stored as such. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function checkNode(node: RichNode, host: RichTextHost): RichNode | null {
  if (findNodeRule(node.type, host) === undefined) return null;
  const { attrs = {} } = node;
  const json = attrs['json'];
  if (typeof json === 'string' && !isJsonObject(json)) return null;
  return Object.entries(listAttrs(node.type, host)).every(([name, fits]) => fits(attrs[name])) ? node : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
