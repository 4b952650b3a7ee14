import { test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { askConfirmAndUndo, askOnPhone } from './ask-and-confirm.ts';

// The assistant's proposals are executed only after confirmation. They are visible to the team but not to other teams, kept across reloads,
// and can be undone with one press. `other-models.nightly.spec.ts` runs the same tests with other models.

const { openPerson } = useBrowser();
const product = useProduct();

test('creates a task only after confirmation, keeps the conversation across a reload and undoes the creation', () =>
  askConfirmAndUndo(openPerson, product));

test('shows the composer above the tabs on phones, without horizontal scrolling', () =>
  askOnPhone(openPerson, product));
