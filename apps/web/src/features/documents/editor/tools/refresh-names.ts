import { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/core';

/** Updates the displayed names of members, tasks and documents. */
export function refreshNames(editor: Editor): void {
  const { view } = editor;
  for (const element of view.dom.querySelectorAll<HTMLElement>(
    '[data-mention], [data-task], [data-document]',
  )) {
    const node = view.state.doc.nodeAt(view.posAtDOM(element, 0));
    const draw = node?.type.spec.toDOM;
    if (!(node instanceof Node) || draw === undefined || !node.isInline) continue;
    const [, attrs, text] = draw(node) as unknown as [string, Record<string, string>, string];
    if (element.textContent !== text) element.textContent = text;
    element.toggleAttribute('data-self', 'data-self' in attrs);
    element.toggleAttribute('data-closed', 'data-closed' in attrs);
  }
}
