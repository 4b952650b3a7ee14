import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';

const paragraph = (text: string): RichNode => ({ type: 'paragraph', content: [{ text, type: 'text' }] });
const step = (text: string, checked = false): RichNode => ({
  type: 'taskItem',
  attrs: { checked },
  content: [paragraph(text)],
});
const point = (text: string): RichNode => ({ type: 'listItem', content: [paragraph(text)] });

/** Typical formatted descriptions. */
export const RICH_DETAILS: readonly RichText[] = [
  {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ text: 'What it should do', type: 'text' }] },
      {
        type: 'paragraph',
        content: [
          { text: 'One page that says ', type: 'text' },
          { text: 'what it costs', type: 'text', marks: [{ type: 'bold' }] },
          { text: ' and answers the three questions that ', type: 'text' },
          {
            text: 'support hears most',
            type: 'text',
            marks: [{ type: 'link', attrs: { href: 'https://example.com/support' } }],
          },
          { text: '.', type: 'text' },
        ],
      },
      {
        type: 'taskList',
        content: [
          step('Collect the questions', true),
          step('First draft'),
          step('Read by somebody who does not know it'),
        ],
      },
    ],
  },
  {
    type: 'doc',
    content: [
      paragraph('Before we begin:'),
      {
        type: 'bulletList',
        content: [point('who decides'), point('what it may cost'), point('when it must be out')],
      },
      { type: 'blockquote', content: [paragraph('If it is not on one page, it is not decided.')] },
    ],
  },
  {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { text: 'It fails with ', type: 'text' },
          { text: 'E_TIMEOUT', type: 'text', marks: [{ type: 'code' }] },
          { text: ' on slow lines. Seen so far:', type: 'text' },
        ],
      },
      {
        type: 'codeBlock',
        attrs: { language: null },
        content: [{ text: 'GET /report 504\nretry in 2 s\nGET /report 200', type: 'text' }],
      },
    ],
  },
];
