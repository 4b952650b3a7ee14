import type { ChainedCommands } from '@tiptap/core';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconAt,
  IconBlockquote,
  IconCode,
  IconH1,
  IconH2,
  IconH3,
  IconHash,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMinus,
  IconPilcrow,
  type Icon,
} from '@tabler/icons-react';

/** A block type, or something that can be inserted. */
export interface RichBlock {
  id: string;
  title: MessageDescriptor;
  /** Synonyms. */
  keywords: MessageDescriptor;
  icon: Icon;
  run: (chain: ChainedCommands) => ChainedCommands;
}

export const RICH_BLOCKS: readonly RichBlock[] = [
  {
    id: 'paragraph',
    title: msg`Text`,
    keywords: msg`plain paragraph`,
    icon: IconPilcrow,
    run: (chain) => chain.setParagraph(),
  },
  {
    id: 'heading1',
    title: msg`Large heading`,
    keywords: msg`title h1`,
    icon: IconH1,
    run: (chain) => chain.setHeading({ level: 1 }),
  },
  {
    id: 'heading2',
    title: msg`Medium heading`,
    keywords: msg`title h2`,
    icon: IconH2,
    run: (chain) => chain.setHeading({ level: 2 }),
  },
  {
    id: 'heading3',
    title: msg`Small heading`,
    keywords: msg`title h3`,
    icon: IconH3,
    run: (chain) => chain.setHeading({ level: 3 }),
  },
  {
    id: 'bulletList',
    title: msg`Bulleted list`,
    keywords: msg`points unordered`,
    icon: IconList,
    run: (chain) => chain.toggleBulletList(),
  },
  {
    id: 'orderedList',
    title: msg`Numbered list`,
    keywords: msg`ordered 1.`,
    icon: IconListNumbers,
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    id: 'taskList',
    title: msg`To-do list`,
    keywords: msg`checklist checkbox tick steps`,
    icon: IconListCheck,
    run: (chain) => chain.toggleTaskList(),
  },
  {
    id: 'blockquote',
    title: msg`Quote`,
    keywords: msg`citation`,
    icon: IconBlockquote,
    run: (chain) => chain.toggleBlockquote(),
  },
  {
    id: 'codeBlock',
    title: msg`Code block`,
    keywords: msg`program source snippet`,
    icon: IconCode,
    run: (chain) => chain.toggleCodeBlock(),
  },
  {
    id: 'horizontalRule',
    title: msg`Divider`,
    keywords: msg`line rule separator`,
    icon: IconMinus,
    run: (chain) => chain.setHorizontalRule(),
  },
  {
    id: 'mention',
    title: msg`Mention someone`,
    keywords: msg`person people at`,
    icon: IconAt,
    run: (chain) => chain.insertContent({ type: 'text', text: '@' }),
  },
  {
    id: 'taskLink',
    title: msg`Link a task`,
    keywords: msg`key number issue`,
    icon: IconHash,
    run: (chain) => chain.insertContent({ type: 'text', text: '#' }),
  },
];
