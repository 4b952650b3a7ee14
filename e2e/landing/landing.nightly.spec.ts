import type { BrowserContextOptions, Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { LOCALES } from '@hearth/contracts/core/locales';
import { computeDiscount, PLANS } from '@hearth/contracts/billing/plans';
import { LIMITS } from '@hearth/contracts/core/limits';
import { PERIODS } from '@hearth/contracts/core/periods';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccessibilityIssues, findOverlaps, measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// The public pages. They are readable without scripts.

const { openPerson, allowFaults } = useBrowser();
const ENGLISH: BrowserContextOptions = { locale: 'en-IN' };
const ARTICLES = {
  '/about': 'About Hearth',
  '/terms-and-conditions': 'Terms and Conditions',
  '/privacy': 'Privacy Policy',
  '/cancellation-refund': 'Cancellation and Refund Policy',
  '/service-delivery': 'Service Delivery Policy',
  '/contact-us': 'Contact',
};
const mails: string[] = [];
let mailServer: SMTPServer;
let product: Product;

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void text(stream).then((mail) => {
        mails.push(mail);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const { port } = mailServer.server.address() as AddressInfo;
  product = await startProduct({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'no-reply@hearth.example',
    CONTACT_ADDRESS: 'people@hearth.example',
  });
});

afterAll(async () => {
  await product?.remove();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

async function open(path: string, options: BrowserContextOptions = ENGLISH): Promise<Page> {
  const page = await openPerson(options);
  await page.goto(product.webOrigin + path);
  return page;
}

describe('home page', () => {
  test('describes the product without scripts', async () => {
    const page = await open('/', { ...ENGLISH, javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('home for your team');
    const cards = page.getByRole('article');
    const cardTexts = (await cards.allInnerTexts()).join('\n');
    for (const subtitle of ['Task management', 'Centralised knowledge hub', 'Collaboration', 'A fast start'])
      expect(cardTexts).toContain(subtitle);
    expect(await cards.count()).toBe(6);
    expect(await page.title()).toContain('Hearth');
  });

  test('links to sign-in, the prices and both plans', async () => {
    const page = await open('/');
    expect(await page.getByRole('link', { name: 'Join Free' }).first().getAttribute('href')).toBe('/signin');
    const pricingLink = page.getByRole('link', { name: 'See pricing' });
    expect(await pricingLink.getAttribute('href')).toBe('#pricing');
    await pricingLink.click();
    await expect
      .poll(() =>
        page.locator('#pricing').evaluate((section) => {
          const { top, bottom } = section.getBoundingClientRect();
          return top < innerHeight / 2 && bottom > 0;
        }),
      )
      .toBe(true);
    const plans = { 'Go Pro': 'pro', 'Try Free': 'trial' };
    for (const [name, plan] of Object.entries(plans))
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(
        `/payment/onboarding?plan=${plan}`,
      );
  });

  test('shows the prices and limits that the server enforces', async () => {
    const page = await open('/');
    const pro = await page.locator('[data-plan="pro"]').innerText();
    const trial = await page.locator('[data-plan="free"]').innerText();
    const { pricePerMonth, originalPricePerMonth, limits } = PLANS.pro;
    expect(pro.replaceAll(',', '')).toContain(`₹${pricePerMonth}`);
    expect((await page.locator('[data-plan="pro"] s').innerText()).replaceAll(',', '')).toContain(
      `₹${originalPricePerMonth}`,
    );
    expect(pro).toContain(`Early bird: ${computeDiscount('pro')}% off`);
    expect(pro).toContain(`Up to ${limits.collaborators} collaborators`);
    expect(pro).toContain(`${limits.projects} projects`);
    expect(pro).toContain('Unlimited documents');
    expect(pro).toContain('Unlimited tasks');
    expect(trial).toContain('₹0');
    expect(trial).toContain(`Up to ${PLANS.free.limits.collaborators} collaborators`);
    expect(trial).toContain('1 project');
    expect(trial).toContain(`Up to ${PLANS.free.limits.documents} documents`);
    expect(trial).toContain(`Up to ${PLANS.free.limits.tasks} tasks`);
    const missing = page.locator('[data-plan="free"] [data-available="false"]');
    expect((await missing.allInnerTexts()).join()).toMatch(/analytics.*support/is);
  });

  test('shows a footer with all links and the copyright of 2025', async () => {
    const page = await open('/');
    const footer = page.getByRole('contentinfo');
    const names = ['Terms and Conditions', 'Privacy Policy', 'Cancellation and Refund Policy'];
    for (const name of [...names, 'Service Delivery Policy', 'Contact']) {
      const path = (await footer.getByRole('link', { name }).getAttribute('href')) ?? '';
      expect(ARTICLES[path as keyof typeof ARTICLES]).toBe(name);
    }
    expect(await footer.innerText()).toContain('© 2025');
  });

  test('shows a header shadow after scrolling more than 100 px', async () => {
    const page = await open('/');
    const readShadow = () =>
      page.getByRole('banner').evaluate((header) => getComputedStyle(header).boxShadow !== 'none');
    const scroll = (y: number) => page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), y);
    expect(await readShadow()).toBe(false);
    await scroll(100);
    await page.waitForFunction(() => scrollY === 100);
    expect(await readShadow()).toBe(false);
    await scroll(101);
    await expect.poll(readShadow).toBe(true);
    await scroll(0);
    await expect.poll(readShadow).toBe(false);
  });

  test('redirects signed-in users, but not users whose session has ended', async () => {
    const page = await open('/about');
    await signInQuietly(page, product, { name: 'Ada Berg', email: 'ada@example.com' });
    await makeTeam(page, product, 'Studio North');
    await page.goto(product.webOrigin);
    await page.waitForURL('**/dashboard');
    await page.getByText('Studio North').first().waitFor();

    // The browser still remembers the user, but the session has ended on the server.
    await page.goto(`${product.webOrigin}/about`);
    await page.context().clearCookies();
    const verified = page.waitForResponse('**/auth/verify');
    await page.goto(product.webOrigin);
    await verified;
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hearth:session'))).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

describe('articles', () => {
  test.each(Object.entries(ARTICLES))('shows the article at %s without scripts', async (path, title) => {
    const page = await open(path, { ...ENGLISH, javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
    expect(await page.title()).toContain(title);
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
  });

  test('states the limits that the server enforces', async () => {
    const page = await open('/terms-and-conditions');
    const terms = await page.getByRole('main').innerText();
    expect(terms).toContain(`₹${PLANS.pro.pricePerMonth} per team per month`);
    expect(terms).toContain(`for ${LIMITS.trashDays} days`);
    expect(terms).toContain(`for ${PERIODS.accountUndo} days`);
    await page.goto(`${product.webOrigin}/privacy`);
    const privacy = await page.getByRole('main').innerText();
    expect(privacy).toContain(`${PERIODS.session} days after you last used it`);
    expect(privacy).toContain(`${PERIODS.longestSession} days after you signed in`);
    await page.goto(`${product.webOrigin}/cancellation-refund`);
    expect(await page.getByRole('main').innerText()).toContain(`for up to ${PERIODS.paymentGrace} days`);
  });
});

describe('languages', () => {
  test('selects the language from the browser setting or a link, and remembers the choice', async () => {
    const page = await open('/', { locale: 'hi-IN', javaScriptEnabled: false });
    const readLang = () => page.locator('html').getAttribute('lang');
    expect(await readLang()).toBe('hi');
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
    await page.getByRole('link', { name: 'Join Free' }).first().waitFor();
    expect(await readLang()).toBe('en');
    await page.goto(`${product.webOrigin}/about`);
    expect(await readLang()).toBe('en');
    await page.getByRole('link', { name: 'हिन्दी' }).click();
    expect(new URL(page.url()).pathname).toBe('/about');
    expect(await readLang()).toBe('hi');
  });

  test('declares the canonical URL and alternate languages, and lays out Arabic from right to left', async () => {
    const arabic = await open('/about?lang=ar');
    expect(await arabic.locator('html').getAttribute('dir')).toBe('rtl');
    const page = await open('/privacy?lang=hi');
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(
      `${product.webOrigin}/privacy?lang=hi`,
    );
    const alternates = await page
      .locator('link[rel="alternate"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')));
    expect(alternates).toEqual([...LOCALES, 'x-default']);
  });
});

/** Locates the message that the form shows after submitting. */
const answer = (page: Page) => page.locator('form').getByRole('status');

describe('contact page', () => {
  test('shows the email address without scripts', async () => {
    const page = await open('/contact-us', { ...ENGLISH, javaScriptEnabled: false });
    const address = page.getByRole('link', { name: 'people@hearth.example' });
    expect(await address.getAttribute('href')).toBe('mailto:people@hearth.example');
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  test('reports missing fields, and sends the message once all fields are filled', async () => {
    const page = await open('/contact-us');
    const send = page.getByRole('button', { name: 'Send' });
    await send.click();
    await page.getByText('Enter your name.').waitFor();
    expect(await page.getByLabel('Your name').evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    await page.getByLabel('Your name').fill('Ada Berg');
    await page.getByLabel('Your email').fill('ada@example.com');
    await page.getByLabel('Your message').fill('Is there a plan for two?');
    await send.click();
    await answer(page).getByText('Thanks, your message').waitFor();
    expect(await page.getByLabel('Your message').inputValue()).toBe('');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Is there a plan for two?');
  });

  test('keeps the input if sending fails, and sends the message on the next attempt', async () => {
    const page = await open('/contact-us');
    await page.getByLabel('Your name').fill('Ada Berg');
    await page.getByLabel('Your email').fill('ada@example.com');
    await page.getByLabel('Your message').fill('Still here?');
    allowFaults(/net::ERR_/);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('Couldn’t send your message').waitFor();
    expect(await page.getByLabel('Your message').inputValue()).toBe('Still here?');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('Thanks, your message').waitFor();
  });
});

describe('public pages', () => {
  test.each(['/', ...Object.keys(ARTICLES)])(
    'has no accessibility violations in either theme and no layout faults at any width on %s',
    async (path) => {
      const page = await open(path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await findAccessibilityIssues(page)).toEqual([]);
      }
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await measureSidewaysScroll(page)).toBe(0);
        if (path !== '/') expect(await findOverlaps(page)).toEqual([]);
      }
    },
  );
});
