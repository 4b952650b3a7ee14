import { useImperativeHandle, type Ref } from 'react';

/**
 * The anchor of a popover: stands for a control that is elsewhere in the tree, so that the control is there
 * before the lazy-loaded list, and stays the same element when that comes.
 */
export function Anchor({ at, ref }: { at: HTMLElement | null; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at, [at]);
  return null;
}
