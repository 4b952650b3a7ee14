import { isTyping } from './keys.ts';

/**
 * Prevents navigation when a file or an external link is dropped outside a drop zone: unsaved input would be lost. Text fields accept
 * dropped text as usual. Drop zones opt out with `preventDefault`.
 */
export function guardDrops(): void {
  let isFromHere = false;
  document.addEventListener('dragstart', () => (isFromHere = true), true);
  document.addEventListener('dragend', () => (isFromHere = false), true);
  const refuse = (event: DragEvent): void => {
    const isFile = event.dataTransfer?.types.includes('Files') === true;
    if (event.defaultPrevented || isFromHere || (!isFile && isTyping(event.target))) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  // On the window so that the page's drop zones handle the event first.
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}
