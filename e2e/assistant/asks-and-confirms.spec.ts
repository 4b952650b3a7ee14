import { test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { askConfirmAndUndo, askOnPhone } from './ask-and-confirm.ts';

// What is said to the assistant is shown before it is done, done when it is confirmed, seen by everybody, taken back with one press,
// kept over a reload, and of no other team. `other-models.nightly.spec.ts` does the same with other models.

const { openPerson } = useBrowser();
const product = useProduct();

test('a task is asked for, confirmed, seen by the other, taken back; another team sees none of it', () =>
  askConfirmAndUndo(openPerson, product));

test('on a phone it is said under the thumb, above the tabs, and nothing scrolls sideways', () =>
  askOnPhone(openPerson, product));
