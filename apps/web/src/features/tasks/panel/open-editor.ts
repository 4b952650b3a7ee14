/** Attribute that marks the row of a property in the panel for shortcuts. */
const FACT_MARK = 'data-fact';

/** Selectors of the control to focus, in order of precedence. Explicitly marked controls come first. */
const CONTROLS = ['[data-opens-fact]', '[aria-haspopup]', 'input, textarea', 'button'];

/**
 * Focuses the editor of a property: its field, or the list or dialog that its button opens.
 * @returns whether an editor was found
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
