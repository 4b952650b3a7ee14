import type { Locator, Page } from 'playwright-core';

/** Locates the description of the open task, in view or edit mode. */
export function description(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Description' });
}

/** Locates the description in edit mode. */
export function descriptionEditor(page: Page): Locator {
  return page.locator('[contenteditable="true"][aria-label="Description"]');
}

/** Starts editing at the end of the description. */
export async function openDescription(page: Page): Promise<Locator> {
  // Blur first: after leaving the editor by keyboard, the description still has focus, and focusing it again would have no effect.
  await description(page).blur();
  await description(page).focus();
  await page.locator('[contenteditable="true"][aria-label="Description"]:focus').waitFor();
  return descriptionEditor(page);
}

/** Replaces the whole description and leaves the editor. */
export async function writeDescription(page: Page, text: string): Promise<void> {
  const editor = await openDescription(page);
  await editor.fill(text);
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
}
