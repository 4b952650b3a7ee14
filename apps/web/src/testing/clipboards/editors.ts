import { join, type ClipboardFixture } from './clipboard.ts';

/** Colors each word like Visual Studio Code. */
function color(text: string): string {
  const lines = text.split('\n').map((line) => {
    const html = line
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll(/\S+/g, '<span style="color: #569cd6;">$&</span>');
    return line === '' ? '<br>' : `<div>${html}</div>`;
  });
  return `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: 'Droid Sans Mono', 'monospace', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;">${lines.join('')}</div>`;
}

const mode = (name: string): string =>
  JSON.stringify({ version: 1, isFromEmptySelection: false, multicursorText: null, mode: name });

const CODE = 'export function add(a: number) {\n\treturn a + 1;\n}';
const README = '# Read me\n\nFirst `run`:\n\n- [ ] one\n- [x] two\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n';

export const EDITORS: readonly ClipboardFixture[] = [
  {
    name: 'Visual Studio Code: code of a known language',
    html: color(CODE),
    text: CODE,
    editor: mode('typescriptreact'),
    markdown: `\`\`\`tsx\n${CODE}\n\`\`\``,
  },
  {
    name: 'Visual Studio Code: code without a language',
    html: color(CODE),
    text: CODE,
    markdown: `\`\`\`\n${CODE}\n\`\`\``,
  },
  {
    name: 'Visual Studio Code: a single word of code',
    html: color('addTask'),
    text: 'addTask',
    editor: mode('typescript'),
    markdown: 'addTask',
  },
  {
    name: 'Visual Studio Code: Markdown',
    html: color(README),
    text: README,
    editor: mode('markdown'),
    markdown: README.trim(),
    description:
      '# Read me\n\nFirst `run`:\n\n- [ ] one\n- [x] two\n\n\\| a | b |\\\n\\| - | -: |\\\n\\| 1 | 2 |',
  },
  {
    name: 'Visual Studio Code: Markdown without a language',
    html: color(README),
    text: README,
    markdown: README.trim(),
    description:
      '# Read me\n\nFirst `run`:\n\n- [ ] one\n- [x] two\n\n\\| a | b |\\\n\\| - | -: |\\\n\\| 1 | 2 |',
  },
  {
    name: 'JetBrains: code',
    html: `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#1e1f22;color:#bcbec4;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cf8e6d;">def </span>run():<br>    <span>pass</span></pre></body></html>`,
    text: 'def run():\n    pass',
    markdown: '```\ndef run():\n    pass\n```',
  },
  {
    name: 'a page of raw Markdown',
    html: '<pre style="overflow-wrap: break-word; white-space: pre-wrap;"># Read me\n\n- one\n- two</pre>',
    text: '# Read me\n\n- one\n- two',
    markdown: '# Read me\n\n- one\n- two',
  },
  {
    name: 'lines of text',
    text: 'Hello team\nsee `config.yml`\nKim',
    markdown: 'Hello team\\\nsee \\`config.yml\\`\\\nKim',
  },
  {
    name: 'a configuration file',
    text: '# port\nA=1\nB=2',
    markdown: '\\# port\\\nA=1\\\nB=2',
  },
  {
    name: 'code as plain text',
    text: 'def f(**a, **b):\n    x = 1\n',
    markdown: 'def f(\\*\\*a, \\*\\*b):\\\n&#x20;   x = 1',
  },
  {
    name: 'lines that start with a date',
    text: '12. May\n3. June',
    markdown: '12\\. May\\\n3\\. June',
  },
  {
    name: 'a range with numbered cells',
    text: '1. Intro\t5\n2. End\t6',
    markdown: '| | |\n| - | - |\n| 1. Intro | 5 |\n| 2. End | 6 |',
    description: '1. Intro\t5\n2. End\t6',
  },
  {
    name: 'an address above a list',
    text: 'Kim Park\n12 Main Street\n\n- eggs\n- milk',
    markdown: 'Kim Park\\\n12 Main Street\n\n- eggs\n- milk',
  },
  {
    name: 'Markdown with front matter',
    text: join('---', 'title: A', '---', '', '# B', '', '> c'),
    markdown: '```yaml\ntitle: A\n```\n\n# B\n\n> c',
  },
];
