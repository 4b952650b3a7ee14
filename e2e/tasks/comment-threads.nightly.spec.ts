import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Comments can be answered, edited, deleted, quoted and reacted to, and can mention members.

const { openPerson } = useBrowser();
const product = useProduct();

interface Scene {
  ada: Page;
  bob: Page;
  teamId: string;
  projectId: string;
}

let round = 0;

/** Opens the panel of a task for the team's owner Ada and for Bob. */
async function openTogether(viewport = { width: 1440, height: 900 }): Promise<Scene> {
  round += 1;
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada-${round}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob-${round}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { projectId, board } = await makeProject(ada, product, teamId, 'Website');
  await callApi(ada, product, `POST /teams/${teamId}/tasks`, { title: 'Lamp', projectId });
  for (const page of [ada, bob]) {
    await page.goto(board);
    await card(page, 'To do', 'Lamp').getByRole('link').click();
    await activity(page).getByText('created this task').waitFor();
  }
  return { ada, bob, teamId, projectId };
}

const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Write a comment' });
/** Locates the comment with this text and hovers over it to show its actions. */
async function comment(page: Page, text: string): Promise<Locator> {
  const found = page.locator('[data-comment]').filter({ hasText: text });
  await found.hover();
  return found;
}
async function addComment(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press('Control+Enter');
  await activity(page).getByText(text).first().waitFor();
}
async function choose(page: Page, text: string, act: string): Promise<void> {
  await (await comment(page, text)).getByRole('button', { name: 'More for this comment' }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

test('edits a comment in place, keeps the previous version and undoes the edit', async () => {
  const { ada, bob } = await openTogether();
  await addComment(ada, 'The red lmap');
  await activity(bob).getByText('The red lmap').waitFor();
  // Arrow up in the empty field edits the user's last comment.
  await field(ada).press('ArrowUp');
  const editor = ada.getByRole('textbox', { name: 'Edit comment' });
  await expect.poll(() => editor.inputValue()).toBe('The red lmap');
  await editor.fill('The red lamp');
  await editor.press('Control+Enter');
  await activity(bob).getByText('The red lamp').waitFor();
  await activity(bob).getByRole('button', { name: 'Edited: show earlier versions' }).click();
  await activity(bob).getByRole('list', { name: 'Earlier versions' }).getByText('The red lmap').waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  // Comments of other users cannot be edited.
  const foreign = await comment(bob, 'The red lamp');
  await foreign.getByRole('button', { name: 'Quote' }).waitFor();
  expect(await foreign.getByRole('button', { name: 'More for this comment' }).count()).toBe(0);
  // Escape cancels the edit without closing the panel.
  await choose(ada, 'The red lamp', 'Edit');
  await editor.fill('Nothing');
  await editor.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await activity(ada).getByText('The red lamp').waitFor();
  // Undo restores the comment's previous text.
  await ada.keyboard.press('Control+z');
  await activity(bob).getByText('The red lmap').first().waitFor();
});

test('keeps replies under the placeholder of a deleted comment, and restores the comment on Undo', async () => {
  const { ada, bob } = await openTogether();
  await addComment(ada, 'Which lamp?');
  await activity(bob).getByText('Which lamp?').waitFor();
  await (await comment(bob, 'Which lamp?')).getByRole('button', { name: 'Reply', exact: true }).click();
  const answer = bob.getByRole('textbox', { name: 'Write a reply' });
  await answer.fill('The one by the door');
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await answer.press('Control+Enter');
  const replies = activity(ada).getByRole('list', { name: 'Replies' });
  await replies.getByText('The one by the door').waitFor();

  await choose(ada, 'Which lamp?', 'Delete');
  for (const page of [ada, bob]) {
    await activity(page).getByText('This comment was deleted.').waitFor();
    await activity(page).getByText('The one by the door').waitFor();
  }
  await ada.getByRole('button', { name: 'Undo' }).click();
  await activity(bob).getByText('Which lamp?').waitFor();
  // Undoing a comment that was just added leaves no placeholder.
  await addComment(bob, 'Said too soon');
  await activity(ada).getByText('Said too soon').waitFor();
  await field(bob).press('Escape');
  await bob.keyboard.press('Control+z');
  await activity(ada).getByText('Said too soon').waitFor({ state: 'detached' });
});

test('suggests people after an @, and rejects mentions of people without access to the task', async () => {
  const { ada, bob, teamId } = await openTogether();
  const gus = await openPerson();
  await signInQuietly(gus, product, { name: 'Gus Grey', email: `gus-${round}@example.com` });
  await joinTeam(ada, gus, product, teamId, 'guest');
  await field(ada).click();
  await ada.keyboard.type('Ask @b');
  const people = ada.getByRole('listbox', { name: 'People to mention' });
  await people.getByRole('option', { name: 'Bob Reed' }).waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.keyboard.press('Enter');
  await expect.poll(() => field(ada).inputValue()).toBe('Ask @Bob Reed ');
  await ada.keyboard.type('please');
  await ada.keyboard.press('Control+Enter');
  await activity(bob).getByText('@Bob Reed').waitFor();
  // A mention stays linked after a rename.
  await callApi(bob, product, 'PATCH /account', { name: 'Robert Reed' });
  await activity(ada).getByText('@Robert Reed').waitFor();

  await field(ada).click();
  await ada.keyboard.type('And @gus');
  const hidden = people.getByRole('option', { name: 'Gus Grey' });
  await hidden.getByText('Can’t see this task').waitFor();
  await ada.keyboard.press('Tab');
  await ada.getByText('Gus Grey can’t see this task.').waitFor();
  await ada.keyboard.press('Escape');
  await field(ada).fill('And @Gus Grey');
  await ada.keyboard.press('Control+Enter');
  await ada.getByText('Not sent: Gus Grey can’t see this task.').waitFor();
  expect(await field(ada).inputValue()).toBe('And @Gus Grey');
});

test('toggles reactions per user and emoji, and quotes the selected part of a comment', async () => {
  const { ada, bob } = await openTogether();
  await addComment(ada, 'It shines and shines');
  await activity(bob).getByText('It shines').waitFor();
  const reply = await comment(bob, 'It shines');
  await reply.getByRole('button', { name: 'React' }).click();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await bob.getByRole('button', { name: 'React with 🎉' }).click();
  const shown = (page: Page) => page.getByRole('list', { name: 'Reactions' }).getByRole('button');
  await expect.poll(() => shown(ada).count()).toBe(1);
  await shown(ada).click();
  await expect.poll(() => shown(bob).innerText()).toContain('2');
  await shown(bob).click();
  await expect.poll(() => shown(ada).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => shown(ada).innerText()).toContain('1');
  // Other emoji can be searched by name or entered as a character.
  await reply.getByRole('button', { name: 'React' }).click();
  const other = bob.getByRole('searchbox', { name: 'Search emoji' });
  await other.fill('sunflower');
  await bob.getByRole('button', { name: 'sunflower' }).waitFor();
  await other.fill('🪔');
  await other.press('Enter');
  await expect.poll(() => shown(ada).count()).toBe(2);

  // If a part of the comment is selected, only that part is quoted.
  await activity(bob)
    .getByText('It shines and shines')
    .evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (text !== null) getSelection()?.setBaseAndExtent(text, 0, text, 'It shines'.length);
    });
  await (await comment(bob, 'It shines')).getByRole('button', { name: 'Quote' }).click();
  await expect.poll(() => field(bob).inputValue()).toBe('> It shines\n\n');
  await bob.keyboard.type('So it does');
  await bob.keyboard.press('Control+Enter');
  await activity(ada).locator('blockquote').getByText('It shines').waitFor();
  await activity(ada).getByText('So it does').waitFor();
});
