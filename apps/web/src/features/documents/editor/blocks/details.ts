import { t } from '@lingui/core/macro';
import { Details, DetailsContent, DetailsSummary } from '@tiptap/extension-details';
import styles from './blocks.module.css';

/** A collapsible section; whether it is open is local to each reader. */
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
    DetailsSummary.extend({ content: 'inline*' }),
    DetailsContent,
  ];
}
