import { useImperativeHandle, type Ref } from 'react';

/**
 * The anchor of a popover. It refers to a control elsewhere in the tree. The control exists before the lazy-loaded list and remains the
 * same element when the list loads.
 */
export function Anchor({ at, ref }: { at: HTMLElement | null; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at, [at]);
  return null;
}
