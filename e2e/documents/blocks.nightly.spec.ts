import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { idOf, openDocuments, paper, tree } from '#e2e/support/document-page.ts';
import { callApi } from '#e2e/support/team-api.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// Blocks can be dragged and dropped, tables and toggles can be edited in place, and links and chips open their targets.

const { openPerson } = useBrowser();
const product = useProduct();

async function open(page: Page, teamId: string, title: string, markdown: string): Promise<void> {
  await callApi(page, product, `POST /teams/${teamId}/documents`, { title, markdown });
  await openDocuments(page, product);
  await tree(page).getByRole('link', { name: title }).click();
  await paper(page, title).waitFor();
}

test('moves a block dropped below the last one, and inserts a file dropped between two blocks', async () => {
  const { ada, teamId } = await openTwoPeople(openPerson, product);
  await open(ada, teamId, 'Rye loaf', 'First\n\nSecond one\n\nThird\n');
  const text = paper(ada, 'Rye loaf');
  const lines = () => text.locator(':scope > p').allInnerTexts();
  const drag = async (from: string, aim: () => Promise<{ x: number; y: number }>) => {
    await text.getByText(from).hover();
    const grip = await ada.getByRole('button', { name: 'Move block or open menu' }).boundingBox();
    await ada.mouse.move((grip?.x ?? 0) + 8, (grip?.y ?? 0) + 8);
    await ada.mouse.down();
    const { x, y } = await aim();
    await ada.mouse.move(x, y - 4, { steps: 4 });
    await ada.mouse.move(x, y, { steps: 4 });
    await ada.mouse.up();
  };
  const lowerHalf = (content: string) => async () => {
    const box = await text.getByText(content).boundingBox();
    return { x: (box?.x ?? 0) + 2, y: (box?.y ?? 0) + (box?.height ?? 0) * 0.8 };
  };
  await drag('First', lowerHalf('Third'));
  await expect.poll(lines).toEqual(['Second one', 'Third', 'First']);
  await drag('Second one', async () => {
    const box = await ada.getByRole('button', { name: 'Write at the end' }).boundingBox();
    return { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 60 };
  });
  await expect.poll(lines).toEqual(['Third', 'First', 'Second one']);
  const { x, y } = await lowerHalf('First')();
  await text.evaluate(
    (root, at) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['rye'], 'rye.txt', { type: 'text/plain' }));
      for (const type of ['dragover', 'drop'])
        root.dispatchEvent(
          new DragEvent(type, {
            clientX: at.x,
            clientY: at.y,
            dataTransfer,
            bubbles: true,
            cancelable: true,
          }),
        );
    },
    { x: x + 20, y },
  );
  await text.getByText('rye.txt').waitFor();
  expect(await lines()).toEqual(['Third', 'First', 'Second one']);
  const order = await text
    .locator(':scope > *')
    .evaluateAll((blocks) => blocks.map((block) => block.tagName));
  expect(order.indexOf('P')).toBe(0);
  expect(order[2]).not.toBe('P');
});

test('inserts table rows and columns via their handles, and a toggle via the slash menu', async () => {
  const { ada, teamId } = await openTwoPeople(openPerson, product);
  await open(ada, teamId, 'Prices', '| Bread | Price |\n| --- | --- |\n| Rye | 4 |\n');
  const text = paper(ada, 'Prices');
  await text.getByText('Rye').click();
  await ada.getByRole('button', { name: 'Row', exact: true }).click();
  await ada.getByRole('menuitem', { name: 'Insert row above' }).click();
  await expect.poll(() => text.getByRole('row').count()).toBe(3);
  await ada.getByRole('button', { name: 'Column', exact: true }).click();
  await ada.getByRole('menuitem', { name: 'Insert column before' }).click();
  await expect.poll(() => text.getByRole('row').first().getByRole('columnheader').count()).toBe(3);
  await ada.getByRole('button', { name: 'Write at the end' }).click();
  await ada.keyboard.type('/toggle');
  await ada.getByRole('option', { name: 'Toggle' }).waitFor();
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('More');
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('inside');
  await text.locator('[data-type="detailsContent"]').getByText('inside').waitFor();
  await ada.keyboard.press('Enter');
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('after');
  await text.locator('[data-type="details"] + p').getByText('after').waitFor();
});

test('opens links, updates task links live and creates sub-pages in place', async () => {
  const { ada, bob, teamId } = await openTwoPeople(openPerson, product);
  const { task } = await callApi<{ task: { id: string; key: string } }>(
    ada,
    product,
    `POST /teams/${teamId}/tasks`,
    { title: 'Buy flour' },
  );
  await open(ada, teamId, 'Orders', `See [the mill](${product.webOrigin}/about).\n`);
  const text = paper(ada, 'Orders');
  const opened = ada.context().waitForEvent('page');
  await text.getByText('the mill').click();
  await (await opened).close();
  await ada.mouse.move(2, 2);
  await text.getByText('the mill').hover();
  await ada.getByRole('button', { name: 'Edit link' }).click();
  await ada.getByRole('textbox', { name: 'Link URL' }).press('Escape');
  await ada.getByRole('button', { name: 'Write at the end' }).click();
  await ada.keyboard.type(`#${task.key}`);
  await ada.getByRole('option', { name: 'Buy flour' }).waitFor();
  await ada.keyboard.press('Enter');
  await text.getByText('Buy flour').waitFor();
  await callApi(bob, product, `PATCH /teams/${teamId}/tasks/${task.id}`, { title: 'Buy spelt' });
  await text.getByText('Buy spelt').waitFor();
  const parentId = idOf(ada);
  await ada.keyboard.type('/page');
  await ada.getByRole('option', { name: 'Sub-page' }).waitFor();
  await ada.keyboard.press('Enter');
  await ada.waitForURL((url) => !url.pathname.includes(parentId));
  await ada.getByRole('textbox', { name: 'Title', exact: true }).fill('Spelt');
  await tree(ada).getByRole('link', { name: 'Orders' }).click();
  await paper(ada, 'Orders').getByText('Spelt', { exact: true }).waitFor();
  await ada.getByRole('region', { name: 'Sub-pages' }).getByRole('link', { name: 'Spelt' }).waitFor();
});
