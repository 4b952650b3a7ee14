import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { formatNumber } from '#ui/format/formats.ts';
import { listDragged } from './dragged-tasks.ts';
import styles from './drag-count.module.css';

type Preview = Parameters<typeof setCustomNativeDragPreview>[0];

/** Shows the number of moved tasks on the drag image of a task if several selected tasks move with it. */
export function addDragCount(image: HTMLElement, taskId: string): void {
  const count = listDragged(taskId).length;
  if (count < 2) return;
  const badge = document.createElement('span');
  badge.className = styles.dragCount ?? '';
  badge.textContent = formatNumber(count);
  image.append(badge);
}

/** Replaces the browser's drag image of a card or row by one with the number of moved tasks. */
export function showDragCount(
  card: HTMLElement,
  taskId: string,
  nativeSetDragImage: Preview['nativeSetDragImage'],
): void {
  if (listDragged(taskId).length < 2) return;
  setCustomNativeDragPreview({
    nativeSetDragImage,
    render({ container }) {
      const copy = card.cloneNode(true) as HTMLElement;
      // Rows are positioned within their list.
      Object.assign(copy.style, {
        inlineSize: `${card.offsetWidth}px`,
        position: 'relative',
        transform: 'none',
      });
      addDragCount(copy, taskId);
      container.append(copy);
    },
  });
}
