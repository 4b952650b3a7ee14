import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { formatNumber } from '#ui/format/formats.ts';
import { listDragged } from './dragged-tasks.ts';
import styles from './board.module.css';

type Preview = Parameters<typeof setCustomNativeDragPreview>[0];

/** Shows the number of moved tasks on the drag image of a card if several selected tasks move. */
export function showDragCount(
  card: HTMLElement,
  taskId: string,
  nativeSetDragImage: Preview['nativeSetDragImage'],
): void {
  const count = listDragged(taskId).length;
  if (count < 2) return;
  setCustomNativeDragPreview({
    nativeSetDragImage,
    render({ container }) {
      const copy = card.cloneNode(true) as HTMLElement;
      copy.style.inlineSize = `${card.offsetWidth}px`;
      const badge = document.createElement('span');
      badge.className = styles.dragCount ?? '';
      badge.textContent = formatNumber(count);
      copy.append(badge);
      container.append(copy);
    },
  });
}
