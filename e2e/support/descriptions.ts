import type { Locator, Page } from 'playwright-core';

/** The description of the open task, in view or edit mode. */
export function description(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Description' });
}

/** The description in edit mode. */
export function descriptionEditor(page: Page): Locator {
  return page.locator('[contenteditable="true"][aria-label="Description"]');
}

/** Starts editing the description, at its end. */
export async function openDescription(page: Page): Promise<Locator> {
  // After leaving the editor by a key, the focus is still on the description, and focusing again would do nothing.
  await description(page).blur();
  await description(page).focus();
  await page.locator('[contenteditable="true"][aria-label="Description"]:focus').waitFor();
  return descriptionEditor(page);
}

/** Replaces the whole description, and leaves the editor. */
export async function writeDescription(page: Page, text: string): Promise<void> {
  const editor = await openDescription(page);
  await editor.fill(text);
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
}
