import type { Locator, Page } from 'playwright-core';

/** The description of the open task, read or written. */
export function description(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Description' });
}

/** The description while it is written. */
export function descriptionEditor(page: Page): Locator {
  return page.locator('[contenteditable="true"][aria-label="Description"]');
}

/** Begins to write the description, at its end. */
export async function openDescription(page: Page): Promise<Locator> {
  // Who has just left it by a key stands on it still, and does not come to it anew.
  await description(page).blur();
  await description(page).focus();
  await page.locator('[contenteditable="true"][aria-label="Description"]:focus').waitFor();
  return descriptionEditor(page);
}

/** Writes the whole description anew, and leaves it. */
export async function writeDescription(page: Page, text: string): Promise<void> {
  const editor = await openDescription(page);
  await editor.fill(text);
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
}
