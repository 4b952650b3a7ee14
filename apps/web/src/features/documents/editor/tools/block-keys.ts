import { Extension } from '@tiptap/core';
import { t } from '@lingui/core/macro';
import { announce } from '#platform/client-state/announce.ts';
import { duplicateBlock, findSelectedBlock, moveBlock } from './block-acts.ts';

interface BlockKeysEvents {
  onMenu: () => void;
  onFind: () => void;
}

/** Registers keyboard shortcuts of blocks and of the whole document. */
export function createBlockKeys({ onMenu, onFind }: BlockKeysEvents) {
  return Extension.create({
    name: 'blockKeys',
    priority: 900,
    addKeyboardShortcuts() {
      const move = (step: -1 | 1) => (): boolean => {
        const block = findSelectedBlock(this.editor);
        if (block === null) return false;
        const isMoved = moveBlock(this.editor, block, step);
        if (!isMoved) announce(step === -1 ? t`Already the first here` : t`Already the last here`);
        return true;
      };
      return {
        'Mod-Shift-ArrowUp': move(-1),
        'Mod-Shift-ArrowDown': move(1),
        'Mod-d': () => {
          const block = findSelectedBlock(this.editor);
          if (block !== null) duplicateBlock(this.editor, block);
          return true;
        },
        'Mod-/': () => {
          onMenu();
          return true;
        },
        'Mod-f': () => {
          onFind();
          return true;
        },
      };
    },
  });
}
