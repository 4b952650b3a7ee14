import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { readKeptIndex, sidebar, switchTeam, teamMenu } from './support/frame.ts';
import { useProduct } from './support/use-product.ts';
import { makeTeam, signInQuietly } from './support/team-api.ts';

// Constants and limits as a person meets them, a test for each sentence. The toast's 3000 ms are in
// spec-errors.spec.ts and spec-states.spec.ts, the header's 100 px in spec-shell.spec.ts, and what the server refuses
// past a plan's limit in apps/api/src/testing/plan-limits.api.test.ts.

const { openPerson } = useBrowser();
const product = useProduct();

async function openMember(...teams: string[]): Promise<Page> {
  const page = await openPerson({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const email = `${teams.join('-').toLowerCase()}@example.com`;
  await signInQuietly(page, product, { name: 'Ada Moss', email });
  for (const name of teams) await makeTeam(page, product, name);
  await page.goto(`${product.webOrigin}/dashboard`);
  await teamMenu(page, teams[0] ?? '').waitFor();
  return page;
}

describe('sidebar width', () => {
  /** A unit is a quarter of the root's font size. */
  async function measureUnits(page: Page): Promise<number> {
    return sidebar(page).evaluate((bar) => {
      const rootSize = parseFloat(getComputedStyle(document.documentElement).fontSize);
      return bar.getBoundingClientRect().width / (rootSize / 4);
    });
  }

  test('76 units expanded, 20 units collapsed', async () => {
    const page = await openMember('North');
    expect(await measureUnits(page)).toBe(76);
    await page.getByRole('button', { name: /^Collapse sidebar/ }).click();
    await expect.poll(() => measureUnits(page)).toBe(20);
  });
});

test('the selected team index is stored under selectedTeamIndex', async () => {
  const page = await openMember('First', 'Second');
  await switchTeam(page, 'First', 'Second');
  expect(await readKeptIndex(page)).toBe('1');
});

describe('the pricing card', () => {
  const CARDS = [
    [
      'of Trial',
      0,
      [
        'Up to 3 collaborators',
        '1 project',
        'Up to 3 documents',
        'Up to 10 tasks',
        'Team analytics (not in this plan)',
        'Priority support (not in this plan)',
      ],
    ],
    [
      'of Pro',
      1,
      [
        'Up to 10 collaborators',
        '10 projects',
        'Unlimited documents',
        'Unlimited tasks',
        'Team analytics',
        'Priority support',
      ],
    ],
  ] as const;

  async function openCard(at: number) {
    const page = await openPerson();
    await page.goto(product.webOrigin);
    return page.locator('#pricing').getByRole('article').nth(at);
  }

  test.each(CARDS)('%s says what the plan gives and does not give', async (_, at, features) => {
    const card = await openCard(at);
    const lines = await card.getByRole('listitem').allTextContents();
    expect(lines.map((line) => line.trim())).toEqual(features);
  });

  test('of Trial costs nothing', async () => {
    const card = await openCard(0);
    await card.getByText('₹0', { exact: true }).waitFor();
    expect(await card.locator('s').count()).toBe(0);
    expect(await card.getByText('Early bird').count()).toBe(0);
  });

  test('of Pro costs 699 rupees per team per month, 1199 struck through, Early bird 42 %', async () => {
    const card = await openCard(1);
    await card.getByText('₹699', { exact: true }).waitFor();
    await card.getByText('per team per month').waitFor();
    const original = card.locator('s');
    expect(await original.innerText()).toContain('₹1,199');
    expect(await original.evaluate((price) => getComputedStyle(price).textDecorationLine)).toBe(
      'line-through',
    );
    await card.getByText('Early bird: 42% off').waitFor();
  });
});
