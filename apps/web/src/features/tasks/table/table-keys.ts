import { msg } from '@lingui/core/macro';
import type { KeyHint } from '#platform/actions/actions.ts';

/** Shortcuts in a table of tasks. */
export const tableKeys: readonly KeyHint[] = [
  { title: msg`Go from cell to cell`, keys: ['arrowup', 'arrowdown', 'arrowleft', 'arrowright'] },
  { title: msg`Change the cell`, keys: ['enter', 'f2'] },
  { title: msg`Open the task of the cell`, keys: ['space'] },
  { title: msg`Select a range of cells`, keys: ['shift+arrowup', 'shift+arrowdown'] },
  { title: msg`Fill the range with its first row`, keys: ['mod+d'] },
  { title: msg`Copy and paste cells`, keys: ['mod+c', 'mod+v'] },
  { title: msg`Clear cells`, keys: ['backspace'] },
  { title: msg`Sort by a column, from its head`, keys: ['enter'] },
  { title: msg`Move a column, from its head`, keys: ['alt+arrowleft', 'alt+arrowright'] },
  { title: msg`Make a column wider or narrower`, keys: ['shift+arrowleft', 'shift+arrowright'] },
];
