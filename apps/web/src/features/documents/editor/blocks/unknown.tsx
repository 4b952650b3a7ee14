import { Node } from '@tiptap/core';
import { Trans } from '@lingui/react/macro';
import { IconPuzzle } from '@tabler/icons-react';
import { drawBlock, type BlockPortals } from './block-portals.ts';
import styles from './blocks.module.css';

/** What a later release has made: kept letter by letter. */
export function createUnknown(portals: BlockPortals) {
  return [
    Node.create({
      name: 'unknownBlock',
      group: 'block',
      atom: true,
      addAttributes: () => ({ json: { default: '{}', rendered: false } }),
      renderHTML: () => ['div', { 'data-unknown': '' }],
      addNodeView: () => drawBlock(portals, { className: styles.unknown, View: UnknownWords }),
    }),
    Node.create({
      name: 'unknownInline',
      group: 'inline',
      inline: true,
      atom: true,
      addAttributes: () => ({ json: { default: '{}', rendered: false } }),
      renderHTML: () => ['span', { class: styles.unknownInline, 'data-unknown': '' }, '…'],
    }),
  ];
}

function UnknownWords() {
  return (
    <span className={styles.unknownWords}>
      <IconPuzzle size={16} stroke={1.7} aria-hidden="true" />
      <Trans>This part needs a newer version of Hearth.</Trans>
    </span>
  );
}
