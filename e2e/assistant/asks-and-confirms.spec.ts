import { test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { askConfirmAndUndo, askOnPhone } from './ask-and-confirm.ts';

// The assistant's proposals are shown before they are executed, executed on confirmation, visible to the team, undone with one press, kept
// across reloads, and invisible to other teams. `other-models.nightly.spec.ts` does the same with other models.

const { openPerson } = useBrowser();
const product = useProduct();

test('creates a task after confirmation, shows it to the teammate, and undoes it; another team sees none of it', () =>
  askConfirmAndUndo(openPerson, product));

test('shows the composer above the tabs on phones, without horizontal scrolling', () =>
  askOnPhone(openPerson, product));
