import type { Editor } from '@tiptap/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp, IconCopyPlus, IconLink, IconTrash } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactElement } from 'react';
import { copyText } from '#platform/actions/copy-text.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import {
  canTurn,
  deleteBlock,
  duplicateBlock,
  moveBlock,
  nameBlock,
  turnBlock,
  type Block,
} from './block-acts.ts';
import { TURNS } from './document-blocks.ts';

interface BlockMenuProps {
  editor: Editor;
  /** Returns the target block when an item is pressed. */
  block: () => Block | null;
  /** Returns the URL of a block. */
  linkTo: (blockId: string) => string;
  /** The block that determines which actions are shown. */
  shown: Block | null;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactElement<ComponentPropsWithRef<'button'>>;
}

/** The menu of block actions for mouse, keyboard and touch. */
export function BlockMenu({ editor, block, linkTo, shown, onOpenChange, children }: BlockMenuProps) {
  const { t, i18n } = useLingui();
  const act = (work: (block: Block) => void) => () => {
    const meant = block();
    if (meant !== null) work(meant);
    // Deferred because the menu first returns focus to its button.
    setTimeout(() => editor.commands.focus(undefined, { scrollIntoView: false }));
  };
  const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-start" width={230} onOpenChange={onOpenChange}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp {...icon} />}
          shortcut="mod+shift+arrowup"
          onClick={act((one) => void moveBlock(editor, one, -1))}
        >
          <Trans>Move up</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown {...icon} />}
          shortcut="mod+shift+arrowdown"
          onClick={act((one) => void moveBlock(editor, one, 1))}
        >
          <Trans>Move down</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopyPlus {...icon} />}
          shortcut="mod+d"
          onClick={act((one) => duplicateBlock(editor, one))}
        >
          <Trans>Duplicate</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLink {...icon} />}
          onClick={act((one) => {
            const id = nameBlock(editor, one);
            if (id !== null) void copyText(new URL(linkTo(id), location.href).href, t`Link copied`);
          })}
        >
          <Trans>Copy link to this block</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={act((one) => deleteBlock(editor, one))}>
          <Trans>Delete</Trans>
        </Menu.Item>
        {shown !== null && canTurn(shown) && (
          <>
            <Menu.Divider />
            <Menu.Label>
              <Trans>Turn into</Trans>
            </Menu.Label>
            {TURNS.map(({ id, title, icon: Mark }) => (
              <Menu.Item
                key={id}
                leftSection={<Mark {...icon} />}
                onClick={act((one) => turnBlock(editor, one, id))}
              >
                {i18n._(title)}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
