/** Marks the line of a property in the panel, for whoever leads to it. */
const FACT_MARK = 'data-fact';

/** What opens a list or a dialog by a press; of several the one that says it is meant. */
const CONTROLS = ['[data-opens-fact]', '[aria-haspopup]', 'input, textarea', 'button'];

/**
 * Leads to where a property is changed: into its field, or into the list or dialog that its button opens.
 * @returns whether it is there
 */
export function openEditor(panel: ParentNode, fact: string): boolean {
  const line = panel.querySelector(`[${FACT_MARK}="${CSS.escape(fact)}"]`);
  for (const control of CONTROLS) {
    const found = line?.querySelector<HTMLElement>(control);
    if (!found) continue;
    found.focus();
    if (found instanceof HTMLButtonElement) found.click();
    return true;
  }
  return false;
}
