import type { Editor } from '@tiptap/core';
import { useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconArrowForwardUp, IconDots, IconPlus } from '@tabler/icons-react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { readIsCoarse } from '#ui/layout/use-device.ts';
import { findSelectedBlock } from './block-acts.ts';
import { BlockMenu } from './block-menu.tsx';

interface PhoneToolsProps {
  editor: Editor;
  linkTo: (blockId: string) => string;
  /** Called when the block menu opens or closes. While it is open, the text doesn't have the focus. */
  onMenu: (isOpen: boolean) => void;
}

/**
 * Shows the actions of the block handle, undo and redo above the on-screen keyboard. Touch screens have no space for them next to the text.
 */
export function PhoneTools({ editor, linkTo, onMenu }: PhoneToolsProps) {
  const { t } = useLingui();
  if (!readIsCoarse()) return null;
  const block = () => findSelectedBlock(editor);
  return (
    <>
      <IconButton
        label={t`Insert`}
        tabIndex={-1}
        onClick={() => {
          const isEmpty = editor.state.selection.$from.parent.content.size === 0;
          editor
            .chain()
            .focus()
            .insertContent({ type: 'text', text: isEmpty ? '/' : ' /' })
            .run();
        }}
      >
        <IconPlus size={18} stroke={1.8} />
      </IconButton>
      <BlockMenu editor={editor} block={block} shown={block()} linkTo={linkTo} onOpenChange={onMenu}>
        <IconButton label={t`This block`} tabIndex={-1}>
          <IconDots size={18} stroke={1.8} />
        </IconButton>
      </BlockMenu>
      <IconButton label={t`Undo`} tabIndex={-1} onClick={() => editor.chain().focus().undo().run()}>
        <IconArrowBackUp size={18} stroke={1.8} />
      </IconButton>
      <IconButton label={t`Redo`} tabIndex={-1} onClick={() => editor.chain().focus().redo().run()}>
        <IconArrowForwardUp size={18} stroke={1.8} />
      </IconButton>
    </>
  );
}
