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
  IconH4,
  IconHash,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMinus,
  IconMoodSmile,
  IconPilcrow,
  type Icon,
} from '@tabler/icons-react';
import { foldWord } from '@hearth/contracts/core/fold';
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
  /** Offered only when searched for. */
  isRare?: true;
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
    id: 'heading4',
    title: msg`Heading 4`,
    keywords: msg`smallest title`,
    group: 'text',
    markdown: '####',
    aliases: 'h4',
    isRare: true,
    icon: IconH4,
    run: (chain) => chain.setHeading({ level: 4 }),
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
    aliases: 'todo task',
    icon: IconListCheck,
    run: (chain) => chain.toggleTaskList(),
  },
  {
    id: 'blockquote',
    title: msg({ message: 'Quote', context: 'block of a text' }),
    keywords: msg`citation`,
    group: 'blocks',
    markdown: '>',
    aliases: 'blockquote',
    icon: IconBlockquote,
    run: (chain) => chain.toggleBlockquote(),
  },
  {
    id: 'codeBlock',
    title: msg`Code block`,
    keywords: msg`program source snippet`,
    group: 'blocks',
    markdown: '```',
    aliases: 'pre',
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
    aliases: 'ticket',
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

/**
 * Returns the blocks that match the query, regardless of accents: first by title prefix, then by the prefix of a later word or a synonym or
 * without the hyphens and spaces, then by substring.
 */
export function findBlocks(
  blocks: readonly RichBlock[],
  typed: string,
  write: (message: MessageDescriptor) => string,
): readonly RichBlock[] {
  const query = foldWord(typed.trim());
  if (query === '') return blocks.filter(({ isRare }) => isRare !== true);
  const ranked = blocks.flatMap((block) => {
    const title = foldWord(write(block.title));
    const synonyms = `${foldWord(write(block.keywords))} ${block.aliases ?? ''}`;
    if (title.startsWith(query)) return [{ block, rank: 0 }];
    const isJoined = joinWords(title).startsWith(joinWords(query));
    if (isJoined || ` ${title} ${synonyms}`.includes(` ${query}`)) return [{ block, rank: 1 }];
    return `${title} ${synonyms}`.includes(query) ? [{ block, rank: 2 }] : [];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ block }) => block);
}

function joinWords(text: string): string {
  return text.replaceAll(/[\s-]+/g, '');
}
