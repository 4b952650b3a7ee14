import { Node } from '@tiptap/core';
import { Trans } from '@lingui/react/macro';
import { IconPuzzle } from '@tabler/icons-react';
import { readAttrsFrom, writeAttrs } from './clipboard-attrs.ts';
import { drawBlock, type BlockPortals } from './block-portals.ts';
import styles from './blocks.module.css';

/** Nodes created by a later release. Preserved unchanged. */
export function createUnknown(portals: BlockPortals) {
  return [
    Node.create({
      name: 'unknownBlock',
      group: 'block',
      atom: true,
      addAttributes: () => ({ json: { default: '{}', rendered: false } }),
      parseHTML: () => [readAttrsFrom('unknownBlock', 'div[data-unknown]')],
      renderHTML: ({ node }) => ['div', { 'data-unknown': '', ...writeAttrs(node) }],
      addNodeView: () => drawBlock(portals, { className: styles.unknown, View: UnknownText }),
    }),
    Node.create({
      name: 'unknownInline',
      group: 'inline',
      inline: true,
      atom: true,
      addAttributes: () => ({ json: { default: '{}', rendered: false } }),
      parseHTML: () => [readAttrsFrom('unknownInline', 'span[data-unknown]')],
      renderHTML: ({ node }) => [
        'span',
        { class: styles.unknownInline, 'data-unknown': '', ...writeAttrs(node) },
        '…',
      ],
    }),
  ];
}

function UnknownText() {
  return (
    <span className={styles.unknownWords}>
      <IconPuzzle size={16} stroke={1.7} aria-hidden="true" />
      <Trans>This part needs a newer version of Hearth.</Trans>
    </span>
  );
}
