import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { readPath, sidebar, teamMenu } from './support/frame.ts';
import { useProduct } from './support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from './support/team-api.ts';

// Every route of the specification and the children of /dashboard, a test for each line of its table. Who may enter is
// in spec-guard.spec.ts, the frame in spec-shell.spec.ts.

const { openPerson } = useBrowser();
const WIDE = { width: 1440, height: 900 };
const product = useProduct();
let count = 0;

async function openMember(...teams: string[]): Promise<{ page: Page; teamIds: string[] }> {
  const page = await openPerson({ viewport: WIDE });
  count += 1;
  await signInQuietly(page, product, { name: `Person ${count}`, email: `person-${count}@example.com` });
  const teamIds: string[] = [];
  for (const name of teams) teamIds.push(await makeTeam(page, product, name));
  return { page, teamIds };
}

async function openHome(): Promise<Page> {
  const page = await openPerson({ viewport: WIDE });
  await page.goto(product.webOrigin);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

describe('/ (home)', () => {
  test("has a hero whose 'Join Free' button leads to /signin", async () => {
    const page = await openHome();
    await page.getByRole('link', { name: 'Join Free' }).first().click();
    await page.waitForURL('**/signin');
  });

  test("has a 'See pricing' anchor to the pricing cards", async () => {
    const page = await openHome();
    await page.getByRole('link', { name: 'See pricing' }).click();
    await page.waitForURL('**/#pricing');
    await expect
      .poll(() => page.locator('#pricing').evaluate((part) => part.getBoundingClientRect().top))
      .toBeLessThan(WIDE.height / 2);
  });

  test('has four feature cards: task management, knowledge hub, collaboration, a fast start', async () => {
    const page = await openHome();
    const cards = page.locator('#features').getByRole('article');
    expect(await cards.count()).toBe(4);
    const words = ['Task management', 'Centralised knowledge hub', 'Collaboration', 'A fast start'];
    for (const [at, name] of words.entries()) await cards.nth(at).getByText(name, { exact: true }).waitFor();
  });

  test('has two pricing cards, for Trial and Pro', async () => {
    const page = await openHome();
    const cards = page.locator('#pricing').getByRole('article');
    expect(await cards.getByRole('heading').allInnerTexts()).toEqual(['Trial', 'Pro']);
  });

  test.each([
    ['Pro', 'Go Pro', 'pro'],
    ['Trial', 'Try Free', 'trial'],
  ])(
    "the card of %s has the button '%s', which leads to /payment/onboarding?plan=%s",
    async (_, button, plan) => {
      const page = await openHome();
      await page.locator('#pricing').getByRole('link', { name: button }).click();
      await page.waitForURL(`**/payment/onboarding?plan=${plan}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  );

  test('can be read without script', async () => {
    const page = await openPerson({ javaScriptEnabled: false });
    await page.goto(product.webOrigin);
    await page.getByRole('link', { name: 'Join Free' }).first().waitFor();
    await page.locator('#pricing').getByRole('link', { name: 'Go Pro' }).waitFor();
  });
});

describe('/signin', () => {
  test("has a welcome text and a 'Login with Google' button, with a spinner while busy", async () => {
    const page = await openPerson();
    await page.goto(`${product.webOrigin}/signin`);
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    const button = page.getByRole('button', { name: 'Login with Google' });
    const isBusy = () => button.evaluate((one) => one.hasAttribute('data-loading'));
    expect(await isBusy()).toBe(false);
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    expect(await isBusy()).toBe(true);
    expect(await button.isDisabled()).toBe(true);
    await popup.close();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(isBusy).toBe(false);
  });

  test.each([
    ['terms', /^Terms/, '/terms-and-conditions'],
    ['privacy', /^Privacy/, '/privacy'],
  ])('links to %s', async (_, name, path) => {
    const page = await openPerson();
    await page.goto(`${product.webOrigin}/signin`);
    await page.getByRole('link', { name }).click();
    await page.waitForURL(product.webOrigin + path);
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });
});

test('/teams/create makes a team and leads to its dashboard', async () => {
  const { page } = await openMember();
  await page.goto(`${product.webOrigin}/teams/create`);
  await page.getByRole('textbox', { name: 'Team name' }).fill('North');
  await page.getByRole('button', { name: 'Create team' }).click();
  await page.waitForURL('**/dashboard');
  await teamMenu(page, 'North').waitFor();
});

test('/invite/{link}/join accepts a team invite', async () => {
  const { page: owner, teamIds } = await openMember('North');
  const path = `POST /teams/${teamIds[0]}/invites`;
  const { invite } = await callApi<{ invite: { link: string } }>(owner, product, path, {});
  const { page } = await openMember('Own');
  await page.goto(`${product.webOrigin}/invite/${invite.link}/join`);
  await page.getByRole('heading', { name: /North/ }).waitFor();
  await page.getByRole('button', { name: 'Join team' }).click();
  await page.waitForURL('**/dashboard');
  await teamMenu(page, 'North').waitFor();
});

describe('static pages', () => {
  test.each([
    ['/about', /About|Hearth/],
    ['/terms-and-conditions', /^Terms and Conditions/],
    ['/cancellation-refund', /^Cancellation and Refund/],
    ['/privacy', /^Privacy/],
    ['/service-delivery', /^Service Delivery/],
  ])('%s is there for everybody, with real text and a title of its own', async (path, name) => {
    const page = await openPerson();
    const answer = await page.goto(product.webOrigin + path);
    expect(answer?.status()).toBe(200);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.title()).toMatch(name);
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(200);
    expect(readPath(page)).toBe(path);
  });

  test('/contact-us is there for everybody and says where to write', async () => {
    const page = await openPerson();
    const answer = await page.goto(`${product.webOrigin}/contact-us`);
    expect(answer?.status()).toBe(200);
    await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
    expect(await page.title()).toMatch(/^Contact/);
    const address = page.getByRole('main').getByRole('link', { name: '@' });
    expect(await address.getAttribute('href')).toBe(`mailto:${await address.innerText()}`);
  });
});

describe('/payment/onboarding', () => {
  test.each([
    ['pro', 'Pro'],
    ['PRO', 'Pro'],
    ['trial', 'Trial'],
  ])('takes the query parameter plan=%s', async (plan, name) => {
    const page = await openPerson();
    await page.goto(`${product.webOrigin}/payment/onboarding?plan=${plan}`);
    await page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor();
  });
});

describe('children of /dashboard', () => {
  test.each([
    ['', 'Home'],
    ['/analytics', 'Analytics'],
    ['/members', 'Members'],
    ['/projects', 'Projects'],
    ['/tasks', 'Tasks'],
    ['/documents', 'Documents'],
    ['/settings', 'Settings'],
    ['/upgrade', 'Upgrade'],
  ])("'%s' is the screen %s, with its title", async (child, name) => {
    const { page } = await openMember('North');
    await page.goto(`${product.webOrigin}/dashboard${child}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => page.title()).toBe(`${name} · Hearth`);
    await sidebar(page).waitFor();
  });

  test("'/projects/{id}' is the project", async () => {
    const { page, teamIds } = await openMember('North');
    const { board } = await makeProject(page, product, teamIds[0] ?? '', 'Website');
    await page.goto(board);
    await page.getByRole('heading', { level: 1, name: 'Website' }).waitFor();
    await expect.poll(() => page.title()).toBe('Website · Hearth');
  });

  test("'/documents/{documentId}' is the document, or says that it is not here", async () => {
    const { page } = await openMember('North');
    await page.goto(`${product.webOrigin}/dashboard/documents/0192f5a0-0000-7000-8000-000000000000`);
    await page.getByText('This document is not here').waitFor();
    await sidebar(page).waitFor();
  });

  test('no button on a screen that is still to be filled does nothing', async () => {
    const { page } = await openMember('North');
    for (const child of ['/analytics', '/documents', '/upgrade']) {
      await page.goto(`${product.webOrigin}/dashboard${child}`);
      const main = page.getByRole('main');
      await main.getByRole('heading', { level: 1 }).waitFor();
      await sidebar(page).getByText('Trial', { exact: true }).waitFor();
      for (const at of (await main.getByRole('link').all()).keys()) {
        await main.getByRole('link').nth(at).click();
        await expect.poll(() => readPath(page)).not.toBe(`/dashboard${child}`);
        await page.goBack();
        await main.getByRole('heading', { level: 1 }).waitFor();
      }
      expect(await main.getByRole('button').count()).toBe(0);
    }
  });
});
