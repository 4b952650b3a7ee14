import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import {
  description,
  descriptionEditor,
  openDescription,
  writeDescription,
} from '#e2e/support/descriptions.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Descriptions are edited in place with formatting. Concurrent edits never lose a user's text.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();
let teams = 0;

interface Pair {
  ada: Page;
  bob: Page;
  teamId: string;
}

const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const menu = (page: Page): Locator =>
  page.getByRole('listbox', { name: /Insert|People to mention|Tasks to link/ });

/** Opens the panel of a task for two users. */
async function openTogether(viewport = { width: 1440, height: 900 }): Promise<Pair> {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  for (const title of ['Plan the launch', 'Choose a font'])
    await callApi(ada, product, `POST /teams/${teamId}/tasks`, { projectId, title });
  for (const page of [ada, bob]) {
    await page.goto(board);
    await card(page, 'To do', 'Plan the launch').getByRole('link').click();
    await activity(page).getByText('created this task').waitFor();
  }
  return { ada, bob, teamId };
}

async function readTask(page: Page, teamId: string) {
  const { tasks } = await callApi<{
    tasks: { title: string; description: string; descriptionDoc: { content: { type: string }[] } | null }[];
  }>(page, product, `GET /teams/${teamId}/tasks`);
  return tasks.find(({ title }) => title === 'Plan the launch');
}

test('formats Markdown while typing, inserts mentions and task links, and ticks steps in view mode', async () => {
  const { ada, bob, teamId } = await openTogether();
  await openDescription(ada);
  await ada.keyboard.type('## The plan');
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('It is **urgent** and `small`.');
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('/to-do');
  await menu(ada).getByRole('option', { name: 'To-do list' }).waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('Ask @bob');
  await menu(ada).getByRole('option', { name: 'Bob Reed' }).waitFor();
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('about #font');
  await menu(ada)
    .getByRole('option', { name: /Choose a font/ })
    .waitFor();
  await ada.keyboard.press('Enter');
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('Print it');
  await ada.keyboard.press('Escape');
  await descriptionEditor(ada).waitFor({ state: 'detached' });
  // The description keeps focus, and the panel stays open.
  expect(await description(ada).evaluate((element) => element === document.activeElement)).toBe(true);

  const read = description(bob);
  await read.getByRole('heading', { name: 'The plan' }).waitFor();
  expect(await read.locator('strong').innerText()).toBe('urgent');
  expect(await read.locator('code').innerText()).toBe('small');
  expect(await read.getByRole('listitem').first().innerText()).toContain('@Bob Reed');
  const task = await readTask(ada, teamId);
  expect(task?.description).toMatch(
    /^## The plan\n\nIt is urgent and small\.\n\n- \[ \] Ask <@[-0-9a-f]+> about WEB-2 \n- \[ \] Print it$/,
  );
  expect(await findAccessibilityIssues(bob)).toEqual([]);

  // In view mode, steps can be ticked by pointer and by key, and links open their task.
  await read.getByRole('checkbox', { name: 'Done: Print it' }).check();
  await expect.poll(async () => (await readTask(ada, teamId))?.description).toContain('- [x] Print it');
  await description(ada).getByRole('checkbox', { name: 'Done: Print it' }).focus();
  await ada.keyboard.press('Space');
  await expect.poll(async () => (await readTask(ada, teamId))?.description).toContain('- [ ] Print it');
  await read.getByRole('link', { name: 'WEB-2 Choose a font' }).click();
  await bob.getByRole('complementary', { name: 'Task: Choose a font' }).waitFor();
});

test('switches between view and edit mode without layout shift', async () => {
  const { ada, teamId } = await openTogether();
  const { tasks } = await callApi<{ tasks: { id: string; title: string }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/tasks`,
  );
  const id = tasks.find(({ title }) => title === 'Plan the launch')?.id ?? '';
  const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  await callApi(ada, product, `PATCH /teams/${teamId}/tasks/${id}`, {
    descriptionDoc: {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Large' }] },
        line('Words that go on for long enough to need a second line in the panel, whatever its width is.'),
        { type: 'paragraph' },
        { type: 'bulletList', content: [{ type: 'listItem', content: [line('One'), line('More')] }] },
        {
          type: 'taskList',
          content: [{ type: 'taskItem', attrs: { checked: true }, content: [line('Done')] }],
        },
        {
          type: 'orderedList',
          attrs: { start: 9 },
          content: [{ type: 'listItem', content: [line('Nine')] }],
        },
        { type: 'blockquote', content: [line('Said')] },
        { type: 'codeBlock', attrs: { language: null }, content: [{ type: 'text', text: 'a\n  b' }] },
        { type: 'paragraph', content: [{ type: 'taskLink', attrs: { key: 'WEB-2' } }] },
        { type: 'horizontalRule' },
        line('End'),
      ],
    },
  });
  await description(ada).getByText('End').waitFor();
  const positions = () =>
    ada.evaluate(() =>
      [
        ...document.querySelectorAll('[aria-label="Description"] :is(h3, p, li, pre, hr, blockquote, input)'),
        ...document.querySelectorAll('[aria-label="Checklist"]'),
      ].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        // Measure relative to the heading because the panel may scroll to the caret.
        const top = document.querySelector('[aria-label="Description"] h3')?.getBoundingClientRect().y ?? 0;
        return [
          element.tagName,
          Math.round(x),
          Math.round(y - top),
          Math.round(width),
          Math.round(height),
        ].join(' ');
      }),
    );
  const before = await positions();
  expect(before.length).toBeGreaterThan(12);
  await openDescription(ada);
  expect(await positions()).toEqual(before);
  await ada.keyboard.press('Escape');
  await descriptionEditor(ada).waitFor({ state: 'detached' });
  expect(await positions()).toEqual(before);
});

test('shows the previous version of an edited description, reverts the edit, and undoes the reversion', async () => {
  const { ada, bob, teamId } = await openTogether();
  await openDescription(ada);
  await ada.keyboard.type('**First** words');
  await ada.keyboard.press('Control+Enter');
  await description(bob).locator('strong').waitFor();
  await writeDescription(bob, 'Other words');
  await expect.poll(() => description(ada).innerText()).toBe('Other words');
  const entry = activity(ada).getByRole('listitem').filter({ hasText: 'Bob Reed changed the description' });
  await entry.getByRole('button', { name: 'Show previous version' }).click();
  await entry.locator('strong').getByText('First').waitFor();
  await entry.hover();
  await entry.getByRole('button', { name: 'Revert to previous version' }).click();
  await description(bob).locator('strong').getByText('First').waitFor();
  // Undoing the reversion restores Bob's text.
  await ada.keyboard.press('Control+z');
  await expect.poll(() => description(bob).innerText()).toBe('Other words');
  expect(await readTask(ada, teamId)).toMatchObject({ description: 'Other words' });
});

test('shows a writer both versions after a concurrent edit, and keeps the overwritten version in the history', async () => {
  const { ada, bob } = await openTogether();
  await openDescription(ada);
  await ada.keyboard.type('Words of Ada');
  await writeDescription(bob, 'Words of Bob');
  await ada.getByText('Someone else has edited this').waitFor();
  await ada.keyboard.press('Escape');
  const clash = ada.getByRole('alert', { name: 'Two descriptions' });
  await clash.getByRole('region', { name: 'Your version' }).getByText('Words of Ada').waitFor();
  await clash.getByRole('region', { name: 'Current version' }).getByText('Words of Bob').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await clash.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => description(ada).innerText()).toBe('Words of Bob');
  const lost = activity(bob).getByRole('listitem').filter({ hasText: 'Ada Moss changed the description' });
  await expect.poll(() => lost.count()).toBe(2);
  await lost.last().getByRole('button', { name: 'Show previous version' }).click();
  await lost.last().getByText('Words of Ada').waitFor();
});

test('keeps an offline edit, and shows its conflict with another user’s edit without a further error', async () => {
  const { ada, bob, teamId } = await openTogether();
  allowFaults(/ERR_INTERNET_DISCONNECTED|409/);
  await ada.context().setOffline(true);
  await writeDescription(ada, 'From the train');
  expect(await description(ada).innerText()).toBe('From the train');
  await writeDescription(bob, 'From the office');
  await expect.poll(async () => (await readTask(bob, teamId))?.description).toBe('From the office');
  await ada.context().setOffline(false);
  const clash = ada.getByRole('alert', { name: 'Two descriptions' });
  await clash.getByRole('region', { name: 'Your version' }).getByText('From the train').waitFor();
  expect(await ada.getByText('Couldn’t save').count()).toBe(0);
  await clash.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => description(bob).innerText()).toBe('From the train');
  // No alert is left once the conflict is resolved.
  await expect.poll(() => ada.getByRole('alert').count()).toBe(0);
});

test('removes scripts, styles and unsafe links from pasted HTML and Markdown', async () => {
  const { ada, teamId } = await openTogether();
  const paste = (data: Record<string, string>) =>
    descriptionEditor(ada).evaluate((element, kinds) => {
      const clipboardData = new DataTransfer();
      for (const [kind, text] of Object.entries(kinds)) clipboardData.setData(kind, text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, data);
  await openDescription(ada);
  await paste({
    'text/html':
      '<h2 style="color:red" onclick="x()">Title</h2><p>Some <b>bold</b> <a href="javascript:alert(1)">bad</a> and ' +
      '<a href="https://hearth.example/a">good</a><script>document.title = "ran"</scr' +
      'ipt><img src=x onerror="document.title = 1"></p><div hidden>unseen</div><ol start="4"><li>four</li></ol>',
    'text/plain': 'Title',
  });
  await descriptionEditor(ada).getByText('four').waitFor();
  await ada.keyboard.press('Control+Enter');
  await expect.poll(async () => (await readTask(ada, teamId))?.description).toContain('## Title');
  const text = JSON.stringify((await readTask(ada, teamId))?.descriptionDoc);
  expect(text).toContain('https://hearth.example/a');
  expect(text).not.toMatch(/javascript|onerror|color|script/);
  expect(await description(ada).getByRole('link').allInnerTexts()).toEqual(['good']);

  await (await openDescription(ada)).fill('');
  await paste({
    'text/plain':
      '# Read me\n\n- [x] done\n- [ ] open\n\n1. first\n2. second\n\n[in](https://hearth.example) [out](javascript:alert(1))',
  });
  await descriptionEditor(ada).getByText('second').waitFor();
  await ada.keyboard.press('Escape');
  await expect
    .poll(async () => (await readTask(ada, teamId))?.description)
    .toBe('# Read me\n\n- [x] done\n- [ ] open\n\n1. first\n2. second\n\nin (https://hearth.example) out');
});

test('shows the toolbar at the bottom of the screen while editing on a phone', async () => {
  const page = await openPerson({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signInQuietly(page, product, { name: 'Cleo', email: 'cleo@example.com' });
  const teamId = await makeTeam(page, product, 'South');
  const { board } = await makeProject(page, product, teamId, 'Garden');
  const { task } = await callApi<{ task: { id: string } }>(page, product, `POST /teams/${teamId}/tasks`, {
    title: 'Plan the launch',
    description: 'Water the plants',
  });
  await page.goto(`${board}?task=${task.id}`);
  await description(page).getByText('Water').tap();
  await page.locator('[contenteditable="true"]:focus').waitFor();
  const tools = page.getByRole('toolbar', { name: 'Formatting' });
  await tools.getByRole('button', { name: 'To-do list' }).tap();
  const box = await tools.boundingBox();
  expect(box).toMatchObject({ x: 0, width: 390 });
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(843);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await description(page).getByRole('checkbox', { name: 'Done: Water the plants' }).tap();
  await expect.poll(async () => (await readTask(page, teamId))?.description).toBe('- [x] Water the plants');
});

test('shows the formatting to read-only users without editing controls', async () => {
  const { ada, bob, teamId } = await openTogether();
  await openDescription(ada);
  await ada.keyboard.type('[] Read it');
  await ada.keyboard.press('Escape');
  const { members } = await callApi<{ members: { userId: string; name: string }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/members`,
  );
  const bobId = members.find(({ name }) => name === 'Bob Reed')?.userId;
  const { projects } = await callApi<{ projects: { id: string }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/projects`,
  );
  await callApi(ada, product, `PUT /teams/${teamId}/projects/${projects[0]?.id}/grants/${bobId}`, {
    level: 'view',
  });
  await callApi(ada, product, `PATCH /teams/${teamId}/members/${bobId}`, { teamRole: 'guest' });
  const group = bob.getByRole('group', { name: 'Description' });
  await group.getByText('Read it').waitFor();
  expect(await group.getByRole('checkbox').isDisabled()).toBe(true);
  expect(await description(bob).count()).toBe(0);
});
