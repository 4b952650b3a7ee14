import type { Locator, Page } from 'playwright-core';
import { addField, chooseInTaskMenu, openTaskMenu } from './task-panel.ts';

/** An overlay that is opened over the project of `prepareAccessibleTeam`. */
export interface Overlay {
  what: string;
  open: (page: Page) => Promise<void>;
}

const teamMenu: Overlay = {
  what: 'the team menu',
  open: async (page) => {
    await page.getByRole('button', { name: /^Team:/ }).click();
    await page.getByRole('menuitem', { name: 'Create a team' }).waitFor();
  },
};
const accountMenu: Overlay = {
  what: 'the account menu',
  open: async (page) => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  },
};
const taskPanel: Overlay = {
  what: 'a task panel',
  open: async (page) => {
    await page.getByRole('link', { name: 'Draft the page' }).click();
    await page.getByRole('complementary', { name: 'Task: Draft the page' }).waitFor();
  },
};
const picker: Overlay = {
  what: 'a picker in the panel',
  open: async (page) => {
    await page.getByRole('link', { name: 'Draft the page' }).click();
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByText('Urgent').filter({ visible: true }).last().waitFor();
  },
};
const palette: Overlay = {
  what: 'search and commands',
  open: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  },
};

const inPanel = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('complementary', { name: 'Task: Draft the page' }).getByRole('button', { name });

const folded = (name: string) => (page: Page) => addField(page, name);

/**
 * Defines an overlay that is opened from a task's panel.
 * @param sign locates an element that is visible once the overlay is open
 */
function overPanel(what: string, act: (page: Page) => Promise<void>, sign: (page: Page) => Locator): Overlay {
  return {
    what,
    open: async (page) => {
      await taskPanel.open(page);
      await act(page);
      await sign(page).first().waitFor();
    },
  };
}

const aroundTask: Overlay[] = [
  overPanel(
    'adding time',
    (page) => inPanel(page, 'Add time').click(),
    (page) => page.getByRole('dialog', { name: 'Add time' }).getByLabel('Time spent'),
  ),
  overPanel(
    'choosing a reminder',
    (page) => inPanel(page, 'Remind me…').click(),
    (page) => page.getByRole('dialog').getByRole('option'),
  ),
  overPanel('the watchers', folded('Watchers'), (page) => page.getByRole('option', { name: 'Bob Reed' })),
  overPanel(
    'the fields to add',
    (page) => inPanel(page, 'Add a field…').click(),
    (page) => page.getByRole('option', { name: 'Show all fields' }),
  ),
  overPanel('the menu of a task', openTaskMenu, (page) => page.getByRole('menuitem')),
  overPanel(
    'saving a template',
    (page) => chooseInTaskMenu(page, 'Save as template'),
    (page) => page.getByRole('dialog').getByText('Roles instead of people'),
  ),
  {
    what: 'a task from a template',
    open: async (page) => {
      await page.getByRole('button', { name: 'New task' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'From a template' }).click();
      await page.getByRole('heading', { name: 'New task from a template' }).waitFor();
    },
  },
];

/** All overlays except the calendar of date fields. That calendar belongs to the browser. */
export const OVERLAYS: readonly Overlay[] = [
  taskPanel,
  ...aroundTask,
  overPanel(
    'a task as a page',
    (page) => chooseInTaskMenu(page, 'Open as full page'),
    (page) => page.getByRole('heading', { level: 1 }),
  ),
  {
    what: 'the menu of a favourite',
    open: async (page) => {
      await page.getByRole('link', { name: /^Fires/ }).hover();
      await page.getByRole('button', { name: 'More for Fires' }).click();
      await page.getByRole('menuitem', { name: 'Move down' }).waitFor();
    },
  },
  picker,
  teamMenu,
  accountMenu,
  palette,
  {
    what: 'the sheet of shortcuts',
    open: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    what: 'the project menu and dialog',
    open: async (page) => {
      await page.getByRole('button', { name: 'Project menu' }).click();
      await page.getByRole('menuitem', { name: 'Edit project' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
    },
  },
  {
    what: 'a new task',
    open: async (page) => {
      await page.getByRole('button', { name: 'New task' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    what: 'moving a task',
    open: async (page) => {
      await page.getByRole('link', { name: 'Draft the page' }).focus();
      await page.keyboard.press('m');
      await page.getByRole('dialog').getByRole('button', { name: 'Move' }).waitFor();
    },
  },
];

/** Overlays whose layout differs on phones. */
export const PHONE_OVERLAYS: readonly Overlay[] = [
  taskPanel,
  ...aroundTask,
  picker,
  teamMenu,
  accountMenu,
  palette,
];

/** At least one overlay of each type: panel, list, menu and dialog. */
export const MAIN_OVERLAYS: readonly Overlay[] = [
  taskPanel,
  picker,
  accountMenu,
  palette,
  ...OVERLAYS.slice(-3),
];
