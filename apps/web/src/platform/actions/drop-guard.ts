import { isTyping } from './keys.ts';

/**
 * Prevents navigation when a file or an external link is dropped beside a drop zone: unsaved input would be lost. Text fields accept text
 * as usual; drop zones opt out with `preventDefault`.
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
  // On the window, so that every drop zone of the page has handled the event first.
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}
