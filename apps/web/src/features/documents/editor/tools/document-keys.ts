import { msg } from '@lingui/core/macro';
import type { KeyHint } from '#platform/actions/actions.ts';

/** Shortcuts in documents, in addition to those of all rich text. */
export const documentKeys: readonly KeyHint[] = [
  { title: msg`Move the block up or down`, keys: ['mod+shift+arrowup', 'mod+shift+arrowdown'] },
  { title: msg`Duplicate the block`, keys: ['mod+d'] },
  { title: msg`Open the block’s menu`, keys: ['mod+/'] },
  { title: msg`Find and replace`, keys: ['mod+f'] },
  { title: msg`Link a document`, keys: ['[['] },
];
