import { join, type ClipboardFixture } from './clipboard.ts';

const SPAN =
  'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;';
const LINE = 'line-height:1.38;margin-top:0pt;margin-bottom:0pt;';
const OPEN =
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0b1d4f0e-7fff-2b7e">';

function check(text: string, isChecked: boolean): string {
  const style = isChecked ? SPAN.replace('text-decoration:none', 'text-decoration:line-through') : SPAN;
  return join(
    `<li dir="ltr" role="checkbox" aria-checked="${isChecked}" style="list-style-type:none;${SPAN}" aria-level="1">`,
    `<img src="data:image/png;base64,iVBORw0KGgo=" width="17.6px" height="17.6px" alt="${isChecked ? 'checked' : 'unchecked'}" aria-roledescription="checkbox" style="margin-right:3px;" />`,
    `<p dir="ltr" style="${LINE}display:inline-block;vertical-align:top;" role="presentation"><span style="${style}">${text}</span></p></li>`,
  );
}

export const GOOGLE: readonly ClipboardFixture[] = [
  {
    name: 'Google Docs: headings, marks, redirect links, nested lists',
    html: join(
      OPEN,
      `<h2 dir="ltr" style="${LINE}"><span style="${SPAN}">Plan</span></h2>`,
      `<p dir="ltr" style="${LINE}"><span style="${SPAN.replace('font-weight:400', 'font-weight:700')}">Bold</span><span style="${SPAN}"> and </span><a href="https://www.google.com/url?q=https://hearth.example/a?b%3Dc&amp;sa=D&amp;source=editors&amp;ust=1700000000000000&amp;usg=AOvVaw0" style="text-decoration:none;"><span style="${SPAN.replace('text-decoration:none', 'text-decoration:underline')}">a link</span></a></p>`,
      '<br />',
      `<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;${SPAN}" aria-level="1"><p dir="ltr" style="${LINE}" role="presentation"><span style="${SPAN}">One</span></p></li>`,
      `<ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" style="${LINE}" role="presentation"><span style="${SPAN}">Below</span></p></li></ul>`,
      `<li dir="ltr" aria-level="1"><p dir="ltr" style="${LINE}" role="presentation"><span style="${SPAN}">Two</span></p></li></ul></b><br class="Apple-interchange-newline">`,
    ),
    text: 'Plan\nBold and a link\n\nOne\nBelow\nTwo',
    markdown: '## Plan\n\n**Bold** and [a link](https://hearth.example/a?b=c)\n\n- One\n  - Below\n- Two',
  },
  {
    name: 'Google Docs: a checklist',
    html: join(OPEN, '<ul style="margin-top:0;">', check('Flour', true), check('Salt', false), '</ul></b>'),
    text: 'Flour\nSalt',
    markdown: '- [x] Flour\n- [ ] Salt',
  },
  {
    name: 'Google Docs: a table with a bold first row',
    html: join(
      OPEN,
      '<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col/><col/></colgroup><tbody>',
      `<tr style="height:0pt"><td style="border:solid 1pt"><p dir="ltr"><span style="font-weight:700">Item</span></p></td><td><p dir="ltr"><span style="font-weight:700">Price</span></p></td></tr>`,
      '<tr style="height:0pt"><td><p dir="ltr"><span>Rye</span></p></td><td><p dir="ltr"><span>4.5</span></p><p dir="ltr"><span>each</span></p></td></tr></tbody></table></div></b>',
    ),
    text: 'Item\tPrice\nRye\t4.5\neach',
    markdown: '| **Item** | **Price** |\n| - | - |\n| Rye | 4.5<br>each |',
    description: '**Item** | **Price**\n\nRye | 4.5 each',
  },
  {
    name: 'Google Sheets: a range with a bold first row',
    html: join(
      '<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style>',
      '<table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody>',
      '<tr style="height:21px;"><td style="overflow:hidden;font-weight:bold;" data-sheets-value=\'{"1":2,"2":"Item"}\'>Item</td><td style="font-weight:bold;">Price</td></tr>',
      '<tr style="height:21px;"><td>Rye</td><td style="text-align:right;" data-sheets-value=\'{"1":3,"3":4.5}\'>4.5</td></tr></tbody></table>',
    ),
    text: 'Item\tPrice\nRye\t4.5',
    markdown: '| **Item** | **Price** |\n| - | - |\n| Rye | 4.5 |',
    description: '**Item** | **Price**\n\nRye | 4.5',
  },
  {
    name: 'Gmail: an email with a quote',
    html: join(
      '<meta charset=\'utf-8\'><div dir="ltr">Hi Kim,<div><br></div><div>see <b>below</b>.</div><div><ul><li style="margin-left:15px">one</li><li style="margin-left:15px">two</li></ul></div></div>',
      '<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Monday Ada wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">When?</blockquote></div>',
    ),
    text: 'Hi Kim,\n\nsee *below*.\n\n   - one\n   - two\n\n\nOn Monday Ada wrote:\n\n> When?',
    markdown: 'Hi Kim,\n\nsee **below**.\n\n- one\n- two\n\nOn Monday Ada wrote:\n\n> When?',
  },
];
