import { expect, test } from 'vitest';
import { findBarriers, measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { startProduct } from '#e2e/support/product.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// The page of all components: for whoever works on the product, and for nobody else.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

test.each(['light', 'dark'] as const)(
  'every component is shown without a serious barrier in %s',
  async (colorScheme) => {
    // One of the avatars has a picture that is not there.
    allowFaults(/status of 404 .*no-such-image/);
    const page = await openPerson({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${product.webOrigin}/dev/ui`);
    for (const title of ['Buttons', 'Feedback', 'Fields', 'Glyphs and chips', 'Menus, pickers and dialogs']) {
      await page.getByRole('heading', { name: title }).waitFor();
    }
    expect(await findBarriers(page)).toEqual([]);
  },
);

test('narrow and from right to left nothing scrolls sideways', async () => {
  allowFaults(/status of 404 .*no-such-image/);
  const page = await openPerson({ viewport: { width: 390, height: 844 } });
  await page.goto(`${product.webOrigin}/dev/ui`);
  await page.getByRole('heading', { name: 'Buttons' }).waitFor();
  expect(await measureSidewaysScroll(page)).toBe(0);
  await page.getByText('rtl').click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await measureSidewaysScroll(page)).toBe(0);
});

test('on a phone menus, lists and dialogs are sheets that a drag closes', async () => {
  allowFaults(/status of 404 .*no-such-image/);
  const page = await openPerson({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(`${product.webOrigin}/dev/ui`);
  const opened = [
    ['Open menu', page.getByRole('menu')],
    ['Open dialog', page.getByRole('dialog')],
  ] as const;
  for (const [name, sheet] of opened) {
    await page.getByRole('button', { name }).first().tap();
    await sheet.waitFor();
    await expect
      .poll(async () => {
        const box = await sheet.boundingBox();
        return box && { x: box.x, width: box.width, end: Math.round(box.y + box.height) };
      })
      .toEqual({ x: 0, width: 390, end: 844 });
    const box = await sheet.boundingBox();
    const [x, y] = [195, (box?.y ?? 0) + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 60, { steps: 4 });
    await page.mouse.move(x, y + 150, { steps: 4 });
    await page.mouse.up();
    await sheet.waitFor({ state: 'detached' });
  }
});

test('where Google signs people in, the page does not exist', async () => {
  const live = await startProduct({ GOOGLE_CLIENT_ID: 'some-client', GOOGLE_CLIENT_SECRET: 'some-secret' });
  try {
    const page = await openPerson();
    await page.goto(`${live.webOrigin}/dev/ui`);
    await page.getByText('Page not found').waitFor();
    expect(await page.getByRole('heading', { name: 'Buttons' }).count()).toBe(0);
  } finally {
    await live.remove();
  }
});
