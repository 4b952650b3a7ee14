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
  IconMoodSmile,
  IconPilcrow,
  type Icon,
} from '@tabler/icons-react';
import { openEmojiMenu } from './typed-menu.ts';

export type BlockGroup = 'text' | 'lists' | 'blocks' | 'media' | 'inline';

export const BLOCK_GROUPS: Readonly<Record<BlockGroup, MessageDescriptor>> = {
  text: msg`Text`,
  lists: msg`Lists`,
  blocks: msg({ message: 'Blocks', context: 'group of text blocks' }),
  media: msg`Media`,
  inline: msg`Inline`,
};

/** A block type, or an insertable item. */
export interface RichBlock {
  id: string;
  title: MessageDescriptor;
  /** Synonyms in the user's language. */
  keywords: MessageDescriptor;
  /** Language-independent short names. */
  aliases?: string;
  group: BlockGroup;
  /** The Markdown that creates the block when typed. */
  markdown?: string;
  icon: Icon;
  run: (chain: ChainedCommands) => ChainedCommands;
}

export const RICH_BLOCKS: readonly RichBlock[] = [
  {
    id: 'paragraph',
    title: msg`Text`,
    keywords: msg`plain paragraph`,
    group: 'text',
    aliases: 'p',
    icon: IconPilcrow,
    run: (chain) => chain.setParagraph(),
  },
  {
    id: 'heading1',
    title: msg`Heading 1`,
    keywords: msg`large title`,
    group: 'text',
    markdown: '#',
    aliases: 'h1',
    icon: IconH1,
    run: (chain) => chain.setHeading({ level: 1 }),
  },
  {
    id: 'heading2',
    title: msg`Heading 2`,
    keywords: msg`medium title`,
    group: 'text',
    markdown: '##',
    aliases: 'h2',
    icon: IconH2,
    run: (chain) => chain.setHeading({ level: 2 }),
  },
  {
    id: 'heading3',
    title: msg`Heading 3`,
    keywords: msg`small title`,
    group: 'text',
    markdown: '###',
    aliases: 'h3',
    icon: IconH3,
    run: (chain) => chain.setHeading({ level: 3 }),
  },
  {
    id: 'bulletList',
    title: msg`Bulleted list`,
    keywords: msg`points unordered`,
    group: 'lists',
    markdown: '-',
    aliases: 'ul',
    icon: IconList,
    run: (chain) => chain.toggleBulletList(),
  },
  {
    id: 'orderedList',
    title: msg`Numbered list`,
    keywords: msg`ordered 1.`,
    group: 'lists',
    markdown: '1.',
    aliases: 'ol',
    icon: IconListNumbers,
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    id: 'taskList',
    title: msg`To-do list`,
    keywords: msg`checklist checkbox tick steps`,
    group: 'lists',
    markdown: '[]',
    aliases: 'todo',
    icon: IconListCheck,
    run: (chain) => chain.toggleTaskList(),
  },
  {
    id: 'blockquote',
    title: msg({ message: 'Quote', context: 'block of a text' }),
    keywords: msg`citation`,
    group: 'blocks',
    markdown: '>',
    icon: IconBlockquote,
    run: (chain) => chain.toggleBlockquote(),
  },
  {
    id: 'codeBlock',
    title: msg`Code block`,
    keywords: msg`program source snippet`,
    group: 'blocks',
    markdown: '```',
    icon: IconCode,
    run: (chain) => chain.toggleCodeBlock(),
  },
  {
    id: 'horizontalRule',
    title: msg`Divider`,
    keywords: msg`line rule separator`,
    group: 'blocks',
    markdown: '---',
    aliases: 'hr',
    icon: IconMinus,
    run: (chain) => chain.setHorizontalRule(),
  },
  {
    id: 'mention',
    title: msg`Mention someone`,
    keywords: msg`person people at`,
    group: 'inline',
    markdown: '@',
    icon: IconAt,
    run: (chain) => chain.insertContent({ type: 'text', text: '@' }),
  },
  {
    id: 'taskLink',
    title: msg`Link a task`,
    keywords: msg`key number issue`,
    group: 'inline',
    markdown: '#',
    icon: IconHash,
    run: (chain) => chain.insertContent({ type: 'text', text: '#' }),
  },
  {
    id: 'emoji',
    title: msg`Emoji`,
    keywords: msg`smiley symbol`,
    group: 'inline',
    aliases: 'emoji',
    markdown: ':',
    icon: IconMoodSmile,
    run: openEmojiMenu,
  },
];

/** Returns the blocks that match the query: first by title prefix, then by the prefix of a later word or a synonym, then by substring. */
export function findBlocks(
  blocks: readonly RichBlock[],
  typed: string,
  write: (message: MessageDescriptor) => string,
): readonly RichBlock[] {
  const query = typed.trim().toLocaleLowerCase();
  if (query === '') return blocks;
  const ranked = blocks.flatMap((block) => {
    const title = write(block.title).toLocaleLowerCase();
    const synonyms = `${write(block.keywords).toLocaleLowerCase()} ${block.aliases ?? ''}`;
    if (title.startsWith(query)) return [{ block, rank: 0 }];
    if (` ${title} ${synonyms}`.includes(` ${query}`)) return [{ block, rank: 1 }];
    return `${title} ${synonyms}`.includes(query) ? [{ block, rank: 2 }] : [];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ block }) => block);
}
