import { msg } from '@lingui/core/macro';
import {
  IconCalendar,
  IconFile,
  IconFilePlus,
  IconFileText,
  IconInfoSquareRounded,
  IconPhoto,
  IconSquareToggle,
  IconTable,
} from '@tabler/icons-react';
import { formatDay } from '#ui/format/due-date.ts';
import { formatCalendarDay } from '#ui/format/formats.ts';
import { RICH_BLOCKS, type RichBlock } from '#ui/rich/rich-blocks.ts';
import { makeBlockId } from '#features/documents/editor/schema/block-ids.ts';
import { openAround } from './find.ts';

const CONTAINERS: readonly RichBlock[] = [
  {
    id: 'callout',
    title: msg`Callout`,
    keywords: msg`note tip important warning caution info box`,
    group: 'blocks',
    icon: IconInfoSquareRounded,
    run: (chain) => chain.wrapIn('callout'),
  },
  {
    id: 'details',
    title: msg`Toggle`,
    keywords: msg`details collapse fold hide spoiler`,
    group: 'blocks',
    icon: IconSquareToggle,
    // Opens the toggle and puts the caret in its title. The next input goes there.
    run: (chain) =>
      chain.setDetails().command(({ editor }) => {
        queueMicrotask(() => {
          const { node } = editor.view.domAtPos(editor.state.selection.from);
          const toggle = (node instanceof Element ? node : node.parentElement)?.closest(
            '[data-type="details"]',
          );
          openAround(toggle?.querySelector('[data-type="detailsContent"]') ?? null);
        });
        return true;
      }),
  },
];

const TABLE: RichBlock = {
  id: 'table',
  title: msg({ message: 'Table', context: 'block of a text' }),
  keywords: msg`grid rows columns cells`,
  group: 'blocks',
  icon: IconTable,
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
};

const FILES: readonly RichBlock[] = [
  {
    id: 'image',
    title: msg`Image`,
    keywords: msg`picture photo screenshot upload`,
    group: 'media',
    aliases: 'img',
    icon: IconPhoto,
    run: (chain) => chain.insertContent({ type: 'image', attrs: { id: makeBlockId() } }),
  },
  {
    id: 'file',
    title: msg`File`,
    keywords: msg`attachment upload pdf`,
    group: 'media',
    icon: IconFile,
    run: (chain) => chain.insertContent({ type: 'file', attrs: { id: makeBlockId() } }),
  },
];

const DOCUMENT_LINK: RichBlock = {
  id: 'documentLink',
  title: msg`Link a document`,
  keywords: msg`page mention wiki`,
  group: 'inline',
  markdown: '[[',
  icon: IconFileText,
  run: (chain) => chain.insertContent({ type: 'text', text: '[[' }),
};

const TODAY: RichBlock = {
  id: 'today',
  title: msg`Today’s date`,
  keywords: msg`day now`,
  group: 'inline',
  aliases: 'date',
  icon: IconCalendar,
  run: (chain) => chain.insertContent({ type: 'text', text: `${formatCalendarDay(formatDay(new Date()))} ` }),
};

/** Creates a sub-page and links to it from this document. */
function createSubPage(makePage: () => string | null): RichBlock {
  return {
    id: 'subPage',
    title: msg`Sub-page`,
    keywords: msg`new page document child`,
    group: 'blocks',
    aliases: 'page subpage',
    icon: IconFilePlus,
    run(chain) {
      const id = makePage();
      return id === null ? chain : chain.insertContent({ type: 'documentLink', attrs: { id } });
    },
  };
}

const INLINE: ReadonlySet<string> = new Set(['mention', 'taskLink', 'emoji']);

/**
 * Returns all blocks that can be inserted into a document.
 * @param makePage creates a sub-page and opens it; it returns null if the plan's limit is reached. Without permission, pass null instead of
 * the function.
 */
export function listBlocks(
  takesFiles: boolean,
  makePage: (() => string | null) | null,
): readonly RichBlock[] {
  return [
    ...RICH_BLOCKS.filter(({ id }) => !INLINE.has(id)),
    ...CONTAINERS,
    TABLE,
    ...(makePage === null ? [] : [createSubPage(makePage)]),
    ...(takesFiles ? FILES : []),
    ...RICH_BLOCKS.filter(({ id }) => INLINE.has(id)),
    DOCUMENT_LINK,
    TODAY,
  ];
}

/** Block types that a text block can be converted to. */
export const TURNS: readonly RichBlock[] = [
  ...RICH_BLOCKS.filter(({ id, isRare }) => !INLINE.has(id) && id !== 'horizontalRule' && isRare !== true),
  ...CONTAINERS,
];
