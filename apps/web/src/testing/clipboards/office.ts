import { join, type ClipboardFixture } from './clipboard.ts';

const HEAD = join(
  '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">',
  '<head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->',
  '<style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head>',
  "<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->",
);
const END = '<!--EndFragment--></body></html>';

function point(level: number, sign: string, text: string, classSuffix = 'Middle'): string {
  return join(
    `<p class=MsoListParagraphCxSp${classSuffix} style='margin-left:${36 * level}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span`,
    `style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`,
  );
}

export const OFFICE: readonly ClipboardFixture[] = [
  {
    name: 'Word: nested lists, bold, a heading',
    html: join(
      HEAD,
      '<h1>Opening<o:p></o:p></h1>',
      '<p class=MsoNormal>What is <b>needed</b>:<o:p></o:p></p>',
      '<p class=MsoNormal><o:p>&nbsp;</o:p></p>',
      point(1, '·', 'Shop one', 'First'),
      point(2, 'o', "<b><span style='mso-bidi-font-weight:bold'>Oven</span></b>"),
      point(3, '§', 'Trays'),
      point(2, 'o', 'Till'),
      point(1, '·', 'Shop two', 'Last'),
      '<p class=MsoNormal>Then:<o:p></o:p></p>',
      point(1, '3.', 'Paint', 'First'),
      point(2, 'a)', 'Walls'),
      point(1, '4.', 'Open', 'Last'),
      END,
    ),
    text: 'Opening\nWhat is needed:\n\n·\tShop one\no\tOven\n§\tTrays\no\tTill\n·\tShop two\nThen:\n3.\tPaint\na)\tWalls\n4.\tOpen',
    markdown: join(
      '# Opening',
      '',
      'What is **needed**:',
      '',
      '- Shop one',
      '  - **Oven**',
      '    - Trays',
      '  - Till',
      '- Shop two',
      '',
      'Then:',
      '',
      '3. Paint',
      '   1. Walls',
      '4. Open',
    ),
  },
  {
    name: 'Word: list items marked only by class and indentation, and paragraphs with a checkbox',
    html: join(
      '<p class="MsoListParagraph" style="margin-left:.5in">·<span>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span>Flour</p>',
      '<p class="MsoListParagraph" style="margin-left:1.0in">o<span>&nbsp;&nbsp; </span>white</p>',
      '<p class="MsoListParagraph" style="margin-left:.5in">·<span>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span>Salt</p>',
      '<p class="MsoNormal"><span style=\'font-family:"MS Gothic"\'>☐</span> Order</p>',
      '<p class="MsoNormal"><span style=\'font-family:"MS Gothic"\'>☒</span> Pay</p>',
    ),
    text: '·\tFlour\no\twhite\n·\tSalt\n☐ Order\n☒ Pay',
    markdown: '- Flour\n  - white\n- Salt\n\n* [ ] Order\n* [x] Pay',
  },
  {
    name: 'Word on the web: a separate list for each item',
    html: join(
      '<div class="OutlineElement Ltr"><p class="Paragraph"><span data-contrast="auto" class="TextRun"><span class="NormalTextRun">Plan</span></span></p></div>',
      ...[
        [1, 'Bread'],
        [2, 'Rye'],
        [1, 'Cakes'],
      ].map(
        ([level, text]) =>
          `<div class="ListContainerWrapper SCXW1 BCX0"><ul class="BulletListStyle1" role="list"><li data-leveltext="" data-font="Symbol" data-listid="1" aria-setsize="-1" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span></p></li></ul></div>`,
      ),
    ),
    text: 'Plan\nBread\nRye\nCakes',
    markdown: 'Plan\n\n- Bread\n  - Rye\n- Cakes',
  },
  {
    name: 'Excel: a range with bold cells from the style sheet',
    html: join(
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet>',
      '<style><!--table {mso-displayed-decimal-separator:"\\.";} td {padding:0px;} .xl65 {font-weight:700; text-align:general;} .xl66 {font-weight:400;} --></style></head>',
      '<body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=128 style=\'border-collapse:collapse;width:96pt\'><!--StartFragment-->',
      " <col width=64 span=2 style='width:48pt'><tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64 style='height:15.0pt'>Item</td><td class=xl65 align=right>Price</td></tr>",
      ' <tr height=20><td height=20 class=xl66>Rye</td><td class=xl66 align=right>4.5</td></tr>',
      ' <tr height=20><td height=20 class="xl65">Spelt</td><td align=right>5</td></tr><!--EndFragment--></table></body></html>',
    ),
    text: 'Item\tPrice\nRye\t4.5\nSpelt\t5',
    markdown: '| **Item** | **Price** |\n| - | -: |\n| Rye | 4.5 |\n| **Spelt** | 5 |',
    description: '**Item** | **Price**\n\nRye | 4.5\n\n**Spelt** | 5',
  },
  {
    name: 'Excel: one cell',
    html: '<html><body><table><!--StartFragment--><tr height=20><td height=20 class=xl66>Rye</td></tr><!--EndFragment--></table></body></html>',
    text: 'Rye',
    markdown: 'Rye',
  },
  {
    name: 'Excel: one cell without a style',
    html: '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><meta name=Generator content="Microsoft Excel 15"></head><body><table><!--StartFragment--><tr height=20><td height=20 width=64>Rye</td></tr><!--EndFragment--></table></body></html>',
    text: 'Rye',
    markdown: 'Rye',
  },
  {
    name: 'LibreOffice Calc: one cell',
    html: '<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.2.4.2 (Linux)"/><style type="text/css">body {font-size:x-small}</style></head><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left">Rye<br></td></tr></table></body></html>',
    text: 'Rye\n',
    markdown: 'Rye',
  },
  {
    name: 'a range as plain text only',
    text: 'Item\tPrice\r\nRye\t4.5\r\n"Spelt ""fine""\nlarge"\t5\r\n',
    markdown: '| Item | Price |\n| - | - |\n| Rye | 4.5 |\n| Spelt "fine"<br>large | 5 |',
    description: 'Item\tPrice\\\nRye\t4.5\\\n"Spelt ""fine""\\\nlarge"\t5',
  },
  {
    name: 'Outlook: an email with a rewritten link',
    html: join(
      HEAD,
      '<div class=WordSection1><p class=MsoNormal>Hi Kim,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>',
      '<p class=MsoNormal>see <a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fhearth.example%2Fplan%3Fa%3D1&amp;data=05%7C01&amp;reserved=0">the plan</a>.<o:p></o:p></p>',
      "<div style='border:none;border-left:solid blue 1.5pt'><p class=MsoNormal><b>From:</b> Ada<o:p></o:p></p></div></div>",
      END,
    ),
    text: 'Hi Kim,\n\nsee the plan.\n\nFrom: Ada',
    markdown: 'Hi Kim,\n\nsee [the plan](https://hearth.example/plan?a=1).\n\n**From:** Ada',
  },
];
