import type { Attrs, Node } from '@tiptap/pm/model';
import { findNodeRule } from '@hearth/contracts/rich-text/rich-nodes-values';
import type { RichNodeName } from '@hearth/contracts/rich-text/rich-text-values';

const ATTRS = 'data-attrs';

/**
 * The attributes of an atom node on the clipboard. They are percent-encoded JSON because `putAside` rewrites HTML that it finds in a value.
 */
export function writeAttrs({
  type,
  attrs,
}: Pick<Node, 'attrs'> & { type: { name: string } }): Record<string, string> {
  const names = Object.keys(findNodeRule(type.name)?.attrs ?? {});
  const copied = Object.fromEntries(names.map((name) => [name, attrs[name] as unknown]));
  return { [ATTRS]: encodeURIComponent(JSON.stringify(copied)) };
}

/** Parse rule for `writeAttrs`. The attributes are validated because any page may write to the clipboard. */
export function readAttrsFrom(name: RichNodeName, tag: string) {
  return { tag: `${tag}[${ATTRS}]`, getAttrs: (element: HTMLElement) => readAttrs(name, element) };
}

function readAttrs(name: RichNodeName, element: HTMLElement): Attrs | false {
  const rules = Object.entries(findNodeRule(name)?.attrs ?? {});
  try {
    const given = JSON.parse(decodeURIComponent(element.getAttribute(ATTRS) ?? '')) as Record<
      string,
      unknown
    >;
    if (!rules.every(([attr, fits]) => fits(given[attr]))) return false;
    return Object.fromEntries(rules.map(([attr]) => [attr, given[attr]]));
  } catch {
    return false;
  }
}
