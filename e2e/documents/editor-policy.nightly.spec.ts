import type { Editor } from '@tiptap/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { callApi } from '#e2e/support/team-api.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// Commands, menu items, input rules and shortcuts of the editor must not violate the page's Content-Security-Policy or Trusted Types. After
// a violation, the browser would handle the key itself, and further keys would change the wrong content.

const { openPerson, takeFaults } = useBrowser();
const product = useProduct();

/** The editor's element, on which Tiptap stores the editor. */
type EditorElement = HTMLElement & { editor: Editor };

const MARKDOWN = `Paragraph text

- Point text

- [ ] Step text

> Quote text

> [!NOTE]
> Callout text

<details><summary>Toggle text</summary>

Inside text

</details>

| Head | Other |
| --- | --- |
| Cell text | More |

\`\`\`sql
Code text
\`\`\`
`;
const PLACES = ['Paragraph', 'Point', 'Step', 'Quote', 'Callout', 'Toggle', 'Inside', 'Cell', 'Code'];

async function openText(): Promise<Page> {
  const { ada, teamId } = await openTwoPeople(openPerson, product);
  await callApi(ada, product, `POST /teams/${teamId}/documents`, { title: 'All blocks', markdown: MARKDOWN });
  await ada.goto(`${product.webOrigin}/dashboard/documents`);
  await ada.getByRole('tree', { name: 'Documents' }).getByRole('link', { name: 'All blocks' }).click();
  await ada.getByText('Paragraph text').waitFor();
  return ada;
}

const text = (page: Page) => page.getByRole('textbox', { name: 'All blocks', exact: true });

/** Clears and focuses the editor. */
async function clear(page: Page): Promise<void> {
  await text(page).evaluate((element) => {
    (element as EditorElement).editor.chain().clearContent().focus().run();
  });
}

test(
  'executes all commands without violating the content security policy',
  { timeout: 120_000 },
  async () => {
    const page = await openText();
    const refused = await text(page).evaluate((element) => {
      const { editor } = element as EditorElement;
      const start = editor.getJSON();
      const commands = editor.commands as unknown as Record<string, (...values: unknown[]) => unknown>;
      const values: readonly unknown[][] = [
        [],
        ['Plain <b>text</b>'],
        [''],
        [3, 'Plain text'],
        [{ type: 'paragraph' }],
        [{ type: 'noSuchBlock' }],
        [3, { type: 'noSuchBlock' }],
      ];
      const faults: string[] = [];
      for (const name of Object.keys(commands)) {
        for (const one of values) {
          try {
            commands[name]?.(...one);
          } catch (error) {
            // Ignore other errors. They are caused by invalid arguments.
            if (/Trusted|policy/i.test(String(error))) faults.push(`${name}: ${String(error)}`);
          }
        }
        if (editor.getText() === '') editor.commands.setContent(start);
      }
      return faults;
    });
    expect(refused).toEqual([]);
    expect(takeFaults().filter((fault) => /policy|Trusted/i.test(fault))).toEqual([]);
  },
);

test(
  'executes all menu items and input rules without violating the content security policy',
  { timeout: 180_000 },
  async () => {
    const page = await openText();
    await clear(page);
    await page.keyboard.type('/');
    const options = page.getByRole('listbox', { name: 'Insert' }).getByRole('option');
    await options.first().waitFor();
    // An option consists of an icon, a title and an optional hint.
    const titles = await options.evaluateAll((all) =>
      all.map(({ children }) => children[1]?.textContent ?? ''),
    );
    expect(titles.length).toBeGreaterThan(12);
    // Skip sub-pages. They would navigate away from the document.
    for (const title of titles.filter((one) => one !== 'Sub-page')) {
      await clear(page);
      await page.keyboard.type(`/${title}`);
      await page.getByRole('option', { name: title }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('a');
      await page.keyboard.press('Escape');
    }
    const rules = [
      '# ',
      '## ',
      '### ',
      '- ',
      '1. ',
      '[ ] ',
      '> ',
      '```sql ',
      '---',
      '**b**',
      '*i*',
      '~~s~~',
      '`c`',
    ];
    for (const rule of [...rules, '@Ada', '#1', '[[All', 'https://example.com ']) {
      await clear(page);
      await page.keyboard.type(`${rule}a`);
      await page.keyboard.press('Enter');
    }
    expect(takeFaults()).toEqual([]);
  },
);

test(
  'executes all shortcuts in every block type without violating the content security policy',
  { timeout: 240_000 },
  async () => {
    const page = await openText();
    const start = await text(page).evaluate((element) => (element as EditorElement).editor.getJSON());
    const keys = [
      ...['b', 'i', 'u', 'e', 'z', 'y', 'a', 'd', 'k', 'f', '/', 'Enter'].map((key) => `Control+${key}`),
      ...['s', 'z', '7', '8', '9', 'b', 'h', 'ArrowUp', 'ArrowDown'].map((key) => `Control+Shift+${key}`),
      ...['0', '1', '2', '3', 'c'].map((key) => `Control+Alt+${key}`),
      'Enter',
      'Shift+Enter',
      'Tab',
      'Shift+Tab',
      'Backspace',
      'Delete',
    ];
    for (const context of PLACES) {
      for (const key of keys) {
        await text(page).evaluate(
          (element, { content, word, hasSelection }) => {
            const { editor } = element as EditorElement;
            editor.commands.setContent(content);
            let at = 1;
            editor.state.doc.descendants((node, pos) => {
              if (node.text?.startsWith(word) === true) at = pos;
            });
            editor
              .chain()
              .focus()
              .setTextSelection({ from: at, to: hasSelection ? at + 2 : at })
              .run();
          },
          // Without a selection this shortcut opens the command palette.
          { content: start, word: context, hasSelection: key === 'Control+k' },
        );
        await page.keyboard.press(key);
        if (context === 'Code' && key === 'Tab') {
          await page.keyboard.type('x');
          await page.getByText('    xCode text').waitFor();
        }
        await page.keyboard.press('Escape');
      }
    }
    expect(takeFaults()).toEqual([]);
  },
);
