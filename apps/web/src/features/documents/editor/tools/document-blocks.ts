import { msg } from '@lingui/core/macro';
import {
  IconFile,
  IconFileText,
  IconInfoSquareRounded,
  IconPhoto,
  IconSquareToggle,
  IconTable,
} from '@tabler/icons-react';
import { RICH_BLOCKS, type RichBlock } from '#ui/rich/rich-blocks.ts';
import { makeBlockId } from '#features/documents/editor/schema/block-ids.ts';

const CONTAINERS: readonly RichBlock[] = [
  {
    id: 'callout',
    title: msg`Callout`,
    keywords: msg`note tip important warning caution info box`,
    icon: IconInfoSquareRounded,
    run: (chain) => chain.wrapIn('callout'),
  },
  {
    id: 'details',
    title: msg`Toggle`,
    keywords: msg`details collapse fold hide spoiler`,
    icon: IconSquareToggle,
    run: (chain) => chain.setDetails(),
  },
];

const TABLE: RichBlock = {
  id: 'table',
  title: msg`Table`,
  keywords: msg`grid rows columns cells`,
  icon: IconTable,
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
};

const FILES: readonly RichBlock[] = [
  {
    id: 'image',
    title: msg`Picture`,
    keywords: msg`image photo screenshot upload`,
    icon: IconPhoto,
    run: (chain) => chain.insertContent({ type: 'image', attrs: { id: makeBlockId() } }),
  },
  {
    id: 'file',
    title: msg`File`,
    keywords: msg`attachment upload pdf`,
    icon: IconFile,
    run: (chain) => chain.insertContent({ type: 'file', attrs: { id: makeBlockId() } }),
  },
];

const DOCUMENT_LINK: RichBlock = {
  id: 'documentLink',
  title: msg`Link a document`,
  keywords: msg`page mention wiki`,
  icon: IconFileText,
  run: (chain) => chain.insertContent({ type: 'text', text: '[[' }),
};

const INLINE: ReadonlySet<string> = new Set(['mention', 'taskLink']);

/** All that can be put into a document. */
export function listBlocks(takesFiles: boolean): readonly RichBlock[] {
  return [
    ...RICH_BLOCKS.filter(({ id }) => !INLINE.has(id)),
    ...CONTAINERS,
    TABLE,
    ...(takesFiles ? FILES : []),
    ...RICH_BLOCKS.filter(({ id }) => INLINE.has(id)),
    DOCUMENT_LINK,
  ];
}

/** What a block with words can be made into. */
export const TURNS: readonly RichBlock[] = [
  ...RICH_BLOCKS.filter(({ id }) => !INLINE.has(id) && id !== 'horizontalRule'),
  ...CONTAINERS,
];
