import type { BrowserContextOptions, Page } from 'playwright-core';
import { column } from './board.ts';
import type { BrowserPages } from './browser.ts';
import type { SharedProduct } from './product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from './team-api.ts';

export const WIDE = { width: 1440, height: 900 };
let teams = 0;

interface TwoPeople {
  ada: Page;
  bob: Page;
  teamId: string;
  /** The URL of their project's board. */
  board: string;
}

/** Opens one page each for Ada, who owns a team with one project, and for Bob, a member of the team. */
export async function openTwoPeople(
  openPerson: BrowserPages['openPerson'],
  product: SharedProduct,
  viewport: BrowserContextOptions['viewport'] = WIDE,
): Promise<TwoPeople> {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { board } = await makeProject(ada, product, teamId, 'Website');
  return { ada, bob, teamId, board };
}

/** Opens the board of a new team for both its owner Ada and its member Bob. */
export async function openBoardTogether(...who: Parameters<typeof openTwoPeople>): Promise<TwoPeople> {
  const people = await openTwoPeople(...who);
  for (const page of [people.ada, people.bob]) {
    await page.goto(people.board);
    await column(page, 'To do').waitFor();
  }
  return people;
}
