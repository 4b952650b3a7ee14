import { expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { openDocuments, paper, saved, writeNew } from '#e2e/support/document-page.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';
import { useProduct } from '#e2e/support/use-product.ts';

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

// The browser queues the frames of an offline page and sends them when the network returns, even if the tab has been closed.
test('restores text that a closed tab sends after another user has converted the block', async () => {
  allowFaults(/net::ERR_/, /WebSocket connection/);
  const { ada, bob } = await openTwoPeople(openPerson, product);
  await openDocuments(ada, product);
  await writeNew(ada, 'Bread');
  await ada.keyboard.type('Rye loaf');
  await saved(ada).waitFor();
  await bob.goto(ada.url());
  await paper(bob, 'Bread').getByText('Rye loaf').click();
  await bob.keyboard.press('End');
  await saved(bob).waitFor();

  const context = bob.context();
  await context.setOffline(true);
  await bob.keyboard.type(' for two');
  await paper(ada, 'Bread').getByText('Rye loaf').click();
  await ada.keyboard.press('Home');
  await ada.keyboard.type('# ');
  await paper(ada, 'Bread').getByRole('heading', { name: 'Rye loaf' }).waitFor();
  await saved(ada).waitFor();
  // Wait until the local copy is flushed. The screen does not indicate this.
  await bob.waitForTimeout(700);
  await bob.close();
  await context.setOffline(false);

  const again = await context.newPage();
  await again.goto(ada.url());
  for (const page of [ada, again])
    await paper(page, 'Bread').getByRole('heading', { name: 'Rye loaf for two' }).waitFor();
  expect(await paper(ada, 'Bread').getByText('for two').count()).toBe(1);
});
