import { Node } from '@tiptap/core';
import { t } from '@lingui/core/macro';
import { findNodeRule } from '@hearth/contracts/rich-text/rich-nodes-values';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import styles from './blocks.module.css';

/** A link to a document by id. Shows the document's current title. */
export function createDocumentLink(names: DocumentNames) {
  return Node.create({
    name: 'documentLink',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: false,
    addAttributes() {
      return { id: { default: null } };
    },
    parseHTML() {
      return [
        {
          tag: '[data-document]',
          getAttrs: (element) => {
            const id = element.dataset['document'];
            return findNodeRule('documentLink')?.attrs?.['id']?.(id) === true ? { id } : false;
          },
        },
      ];
    },
    renderHTML({ node }) {
      const id = String(node.attrs['id']);
      return ['span', { class: styles.documentLink, 'data-document': id }, writeDocument(names, id)];
    },
    renderText({ node }) {
      return writeDocument(names, String(node.attrs['id']));
    },
  });
}

function writeDocument(names: DocumentNames, id: string): string {
  const document = names.document(id);
  if (document === null) return t`No access`;
  return document.icon === null ? document.title : `${document.icon} ${document.title}`;
}
