import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInProcess, SeedPerson } from '#seed/in-process.ts';
import { card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { sidebar, teamMenu } from '#e2e/support/frame.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { callApi, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Situations of returning users: tasks closed long ago, a sign-in too old for the requested action, and a plan that has changed in the
// meantime.

const { openPerson, allowFaults } = useBrowser();
const DAY_MS = 24 * 3_600_000;
const ADA = { name: 'Ada Moss', email: 'ada@example.com' };
let product: Product;
let board: string;
let oldTaskId: string;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' }, writeOldWork);
});

afterAll(async () => {
  await product?.remove();
});

/** Creates a project that is a hundred days old, with a task that was closed ninety days ago and one that is closed now. */
async function writeOldWork(env: NodeJS.ProcessEnv): Promise<void> {
  const before = (days: number) => new Date(Date.now() - days * DAY_MS);
  const past = await openInProcess(env, before(100));
  try {
    const ada = new SeedPerson(past, ADA.name, ADA.email);
    await ada.signIn();
    const { team } = (await ada.send('POST', '/teams', { name: 'North' })) as { team: { _id: string } };
    const path = `/teams/${team._id}`;
    const { project } = (await ada.send('POST', `${path}/projects`, { name: 'Website' })) as {
      project: { id: string };
    };
    const { statuses } = (await ada.send('GET', `${path}/statuses`)) as {
      statuses: { id: string; name: string }[];
    };
    const statusId = statuses.find(({ name }) => name === 'Done')?.id;
    past.clock.set(before(90));
    const { task } = (await ada.send('POST', `${path}/tasks`, {
      title: 'Buy the domain',
      projectId: project.id,
      statusId,
    })) as { task: { id: string } };
    past.clock.set(new Date());
    await ada.send('POST', `${path}/tasks`, { title: 'Renew the domain', projectId: project.id, statusId });
    board = `/dashboard/projects/${project.id}`;
    oldTaskId = task.id;
  } finally {
    await past.close();
  }
}

async function openAda(path: string): Promise<Page> {
  const page = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(page, product, ADA);
  await page.goto(product.webOrigin + path);
  return page;
}

describe('task closed long ago', () => {
  test("loads into its column after pressing 'Show older'", async () => {
    const page = await openAda(board);
    await card(page, 'Done', 'Renew the domain').waitFor();
    expect(await page.getByText('Buy the domain').count()).toBe(0);
    const showOlder = column(page, 'Done').getByRole('button', { name: 'Show older tasks of Done' });
    await showOlder.click();
    await card(page, 'Done', 'Buy the domain').waitFor();
    // The buttons disappear because there are no older tasks and all open tasks are loaded.
    await showOlder.waitFor({ state: 'detached' });
    expect(
      await column(page, 'To do')
        .getByRole('button', { name: /^Show older/ })
        .count(),
    ).toBe(0);
  });

  test('loads into the list after pressing the button for older tasks', async () => {
    const page = await openAda('/dashboard/tasks');
    await page.getByText('Renew the domain').waitFor();
    await page.getByRole('button', { name: 'Show older tasks of Done' }).click();
    await page.getByText('Buy the domain').waitFor();
  });

  test('opens via its URL', async () => {
    const page = await openAda(`/dashboard/tasks?task=${oldTaskId}`);
    await page.getByRole('complementary', { name: 'Task: Buy the domain' }).waitFor();
  });

  test('shows a message if the URL contains an unknown task', async () => {
    const page = await openAda('/dashboard/tasks?task=0192f5a0-0000-7000-8000-000000000000');
    const panel = page.getByRole('complementary', { name: 'Task' });
    await panel.getByText('We can’t find this task').waitFor();
  });
});

describe('outdated sign-in', () => {
  /** Opens a page for a team's owner who signed in 70 minutes ago, and deletes the team up to the request to sign in again. */
  async function openEarlier(name: string): Promise<Page> {
    const person = { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com` };
    await product.stop();
    let cookies: { name: string; value: string }[] = [];
    const past = await openInProcess(
      { HEARTH_DATA: product.data, WEB_ORIGIN: product.webOrigin, API_ORIGIN: product.apiOrigin },
      new Date(Date.now() - 70 * 60_000),
    );
    try {
      const seeded = new SeedPerson(past, person.name, person.email);
      await seeded.signIn();
      await seeded.send('POST', '/teams', { name: 'Short-lived' });
      cookies = seeded.cookies;
    } finally {
      await past.close();
      await product.start();
    }
    const page = await openPerson({ viewport: { width: 1440, height: 900 } });
    await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: product.apiOrigin })));
    await page.goto(`${product.webOrigin}/dashboard/settings/team`);
    await page.getByRole('button', { name: 'Delete team' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Short-lived');
    allowFaults(/status of 403/, /response code: 404/);
    await dialog.getByRole('button', { name: 'Delete team' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    return page;
  }

  test('continues the deletion of the team after renewal in a popup', async () => {
    const page = await openEarlier('Bea Lund');
    // The feed may request the deleted team once more and receive a 404 response.
    allowFaults(/status of 404 .*\/teams\/[\da-f-]+\/sync\?/);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('dialog').getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await popup.getByLabel('Name').fill('Bea Lund');
    await popup.getByLabel('Email').fill('bea@example.com');
    await popup.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/teams/create');
    expect(await callApi<{ teams: unknown[] }>(page, product, 'GET /teams')).toMatchObject({ teams: [] });
  });

  test('prevents the deletion of the team without renewal', async () => {
    const page = await openEarlier('Cay Holt');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByRole('button', { name: 'Cancel' }).click();
    await again.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await teamMenu(page, 'Short-lived').waitFor();
    const { teams } = await callApi<{ teams: unknown[] }>(page, product, 'GET /teams');
    expect(teams).toHaveLength(1);
  });
});

describe('plan changed elsewhere', () => {
  async function openPaying(
    email: string,
  ): Promise<{ page: Page; setPlan: (plan: string) => Promise<void> }> {
    const page = await openPerson({ viewport: { width: 1440, height: 900 } });
    await signInQuietly(page, product, { name: 'Dov Ames', email });
    const teamId = await makeTeam(page, product, 'South');
    const setPlan = (plan: string) => callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan });
    await setPlan('pro');
    await page.goto(`${product.webOrigin}/dashboard/projects`);
    await sidebar(page).getByText('Pro', { exact: true }).waitFor();
    return { page, setPlan };
  }

  test('appears once the window regains focus', async () => {
    const { page, setPlan } = await openPaying('dov@example.com');
    await setPlan('free');
    // Repeat the event because the page may not listen for it yet.
    await expect
      .poll(async () => {
        await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
        return sidebar(page).getByText('Trial', { exact: true }).count();
      })
      .toBe(1);
  });

  test('appears with the reason after a refused request', async () => {
    const { page, setPlan } = await openPaying('eve@example.com');
    allowFaults(/status of 402/);
    const makeProject = async (name: string) => {
      await page.getByRole('button', { name: 'New project' }).first().click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
    };
    await makeProject('First');
    await setPlan('free');
    await sidebar(page).getByRole('link', { name: 'Projects' }).click();
    await makeProject('Second');
    await page.getByText('You’ve used your 1 project on Trial').waitFor();
    await sidebar(page).getByText('Trial', { exact: true }).waitFor();
  });
});
