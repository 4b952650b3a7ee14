import type { Editor } from '@tiptap/core';
import { t } from '@lingui/core/macro';
import { Details, DetailsContent, DetailsSummary } from '@tiptap/extension-details';
import { TextSelection } from '@tiptap/pm/state';
import styles from './blocks.module.css';

/** A collapsible section. Whether it is open is local to each user. */
export function createDetails() {
  return [
    Details.configure({
      persist: false,
      openClassName: styles.isOpen ?? 'is-open',
      HTMLAttributes: { class: styles.details, dir: 'auto' },
      renderToggleButton({ element, isOpen, node }) {
        const title = node.firstChild?.textContent ?? '';
        element.contentEditable = 'false';
        element.setAttribute('aria-expanded', String(isOpen));
        element.setAttribute('aria-label', title === '' ? t`Toggle` : title);
      },
    }),
    DetailsSummary.extend({
      content: 'inline*',
      addKeyboardShortcuts() {
        return { Enter: ({ editor }) => moveToEmptyContent(editor) };
      },
    }),
    DetailsContent.extend({
      addKeyboardShortcuts() {
        return { Enter: ({ editor }) => leaveFromEmptyEnd(editor) };
      },
    }),
  ];
}

/**
 * Moves the caret from the title to the empty paragraph at the start of open content. The extension would insert another paragraph before
 * it. The empty paragraph would then remain at the end, and Enter would leave the toggle only from there.
 */
function moveToEmptyContent({ state, view }: Editor): boolean {
  const { $head, empty } = state.selection;
  if (!empty || $head.parent.type.name !== 'detailsSummary') return false;
  const content = $head.after();
  const first = state.doc.nodeAt(content)?.firstChild;
  const element = view.nodeDOM(content);
  const isHidden = !(element instanceof HTMLElement) || element.hidden;
  if (isHidden || first?.type.name !== 'paragraph' || first.childCount > 0) return false;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, content + 2)).scrollIntoView());
  return true;
}

/**
 * Moves the caret from an empty last paragraph of the content to a new one after the toggle. The extension's own shortcut recognizes an
 * empty paragraph only if it has no block id.
 */
function leaveFromEmptyEnd({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  const content = $from.depth < 3 ? null : $from.node(-1);
  if (!empty || content?.type.name !== 'detailsContent' || $from.parent.type.name !== 'paragraph')
    return false;
  if ($from.parent.childCount > 0 || $from.index(-1) < content.childCount - 1) return false;
  const { tr } = state;
  if (content.childCount > 1) tr.delete($from.before(), $from.after());
  const after = tr.mapping.map($from.after(-2));
  tr.insert(after, $from.parent.type.create()).setSelection(TextSelection.create(tr.doc, after + 1));
  view.dispatch(tr.scrollIntoView());
  return true;
}
