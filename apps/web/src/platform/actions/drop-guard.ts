import { isTyping } from './keys.ts';

/**
 * Prevents navigation when a file or a link from outside is dropped beside a drop zone: what stands
 * half-written would be gone. Fields take text as ever; a drop zone says so itself by `preventDefault`.
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
  // On the window, so that every drop zone of the page was asked before.
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}
