import { expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { chooseAccount } from '#e2e/support/people.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// A new user can create a first task with at most four clicks and within a minute of the first visit.

const { openPerson } = useBrowser();
const product = useProduct();

test('lets a new user create a first task with at most four clicks within a minute', async () => {
  const page = await openPerson();
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    // Count only pointer clicks: Enter dispatches a click event with `detail` 0.
    document.addEventListener('click', ({ detail }) => detail > 0 && countClick(), true);
  });
  const began = performance.now();
  await page.goto(`${product.webOrigin}/signin`);
  await chooseAccount(page, { name: 'Noor Aziz', email: `noor.${product.people ?? 'first'}@example.com` });
  await page.getByRole('textbox', { name: 'Team name' }).fill('Harbour');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Ask or command' }).click();
  await page.keyboard.type('create task Call the printer for me');
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Proposed changes' });
  await card.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('region', { name: 'Changes', exact: true }).getByText('Call the printer').waitFor();
  expect(clicks).toBeLessThanOrEqual(4);
  const seconds = (performance.now() - began) / 1000;
  console.log(`FIRST TASK ${clicks} clicks, ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(60);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('link', { name: 'Call the printer' }).first().waitFor();
});
