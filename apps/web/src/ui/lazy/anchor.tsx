import { useImperativeHandle, type Ref } from 'react';

/**
 * Stands for a control that is elsewhere in the tree, where a list of the library wants the control that it opens at: so
 * the control is there before the code of the list, and stays the same element when that comes.
 */
export function Anchor({ at, ref }: { at: HTMLElement | null; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at, [at]);
  return null;
}
