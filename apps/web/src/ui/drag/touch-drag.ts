import styles from './touch-drag.module.css';

/** Duration of a long press, in milliseconds, and the movement tolerated during it, in px. */
export const HOLD_MS = 420;
export const SLIP_PX = 10;
/**
 * Interval between `dragover` events, in ms. While a finger rests at an edge, they keep the list scrolling and report the element now under
 * it.
 */
const REST_MS = 80;

interface Point {
  clientX: number;
  clientY: number;
}

/**
 * Adds drag and drop by touch: a long press, then a drag. It dispatches the page's own drag events so that mouse handlers also work for
 * touch. Native touch dragging is not used because it differs between browsers: some scroll, some open menus, and some do nothing.
 * @param element must be `draggable`
 * @param onImage called with the drag image, to add to it
 * @returns a function that removes the handlers
 */
export function enableTouchDrag(element: HTMLElement, onImage?: OnImage): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let hold: TouchHold | null = null;
  element.addEventListener(
    'pointerdown',
    (down) => {
      hold?.end();
      hold =
        down.pointerType === 'touch' && down.isPrimary && isFree(down)
          ? startHold(element, down, onImage)
          : null;
    },
    { signal },
  );
  // Prevents scrolling during a drag. Before the long press, touches scroll as usual.
  element.addEventListener(
    'touchmove',
    (move) => hold?.hasStarted() && move.cancelable && move.preventDefault(),
    {
      signal,
      passive: false,
    },
  );
  const refuse = (event: Event): void => {
    if (hold === null || !event.isTrusted) return;
    event.preventDefault();
    if (event.type === 'dragstart') event.stopPropagation();
  };
  element.addEventListener('contextmenu', refuse, { signal });
  element.addEventListener('dragstart', refuse, { signal, capture: true });
  return () => {
    // A card that is scrolled out of the list during the drag is unmounted. The drag continues nevertheless.
    if (hold?.isDragging() !== true) hold?.end();
    stop.abort();
  };
}

/** Whether a touch may start a drag. Touches in a field or on a button belong to that element. */
function isFree({ target }: Event): boolean {
  return target instanceof Element && target.closest('button, input, textarea, [contenteditable]') === null;
}

type OnImage = ((image: HTMLElement) => void) | undefined;

interface TouchHold {
  hasStarted: () => boolean;
  isDragging: () => boolean;
  end: () => void;
}

function startHold(source: HTMLElement, down: PointerEvent, onImage: OnImage): TouchHold {
  const stop = new AbortController();
  let hasStarted = false;
  let drag: Drag | null = null;
  const timer = setTimeout(() => (hasStarted = true), HOLD_MS);

  function end(): void {
    clearTimeout(timer);
    stop.abort();
    hasStarted = false;
    drag?.leave();
    drag = null;
  }
  // Capture phase, before all other listeners: mouse handlers would interpret a pointer move as the end of their drag.
  function listen(
    type: 'pointermove' | 'pointerup' | 'pointercancel',
    handle: (event: PointerEvent) => void,
  ): void {
    window.addEventListener(type, (event) => event.pointerId === down.pointerId && handle(event), {
      signal: stop.signal,
      capture: true,
    });
  }
  listen('pointermove', (move) => {
    const hasMoved = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) > SLIP_PX;
    if (!hasStarted) return hasMoved ? end() : undefined;
    if (drag === null && !hasMoved) return;
    move.stopImmediatePropagation();
    drag ??= startDrag(source, down, onImage);
    if (drag === null) end();
    else drag.move(move);
  });
  listen('pointerup', () => {
    drag?.drop();
    drag = null;
    end();
  });
  listen('pointercancel', end);
  return { hasStarted: () => hasStarted, isDragging: () => drag !== null, end };
}

interface Drag {
  move: (at: Point) => void;
  drop: () => void;
  leave: () => void;
}

/** Dispatches `dragstart`. Returns null if a listener cancels it. */
function startDrag(source: HTMLElement, from: Point, onImage: OnImage): Drag | null {
  const dataTransfer = new DataTransfer();
  const fire = (type: string, target: EventTarget, { clientX, clientY }: Point): boolean =>
    target.dispatchEvent(
      new DragEvent(type, {
        bubbles: true,
        cancelable: true,
        composed: true,
        dataTransfer,
        clientX,
        clientY,
      }),
    );
  const shadow = castShadow(source);
  if (!fire('dragstart', source, from)) {
    shadow.remove();
    return null;
  }
  onImage?.(shadow);
  let at: Point = from;
  let under: Element | null = null;
  if ('vibrate' in navigator) navigator.vibrate(10);
  document.documentElement.dataset['fingerDrag'] = '';

  function hover(): void {
    const next = document.elementFromPoint(at.clientX, at.clientY) ?? document.body;
    if (next !== under) fire('dragenter', next, at);
    under = next;
    fire('dragover', next, at);
  }
  const resting = setInterval(hover, REST_MS);
  function finish(): void {
    clearInterval(resting);
    shadow.remove();
    delete document.documentElement.dataset['fingerDrag'];
    fire('dragend', source.isConnected ? source : window, at);
  }
  return {
    move({ clientX, clientY }) {
      at = { clientX, clientY };
      shadow.style.translate = `${clientX - from.clientX}px ${clientY - from.clientY}px`;
      hover();
    },
    drop() {
      hover();
      fire('drop', under ?? document.body, at);
      finish();
    },
    leave: finish,
  };
}

/** Creates the drag image on top of everything else. */
function castShadow(source: HTMLElement): HTMLElement {
  const { left, top, width, height } = source.getBoundingClientRect();
  const shadow = document.createElement('div');
  const copy = source.cloneNode(true) as HTMLElement;
  for (const named of [copy, ...copy.querySelectorAll('[id]')]) named.removeAttribute('id');
  // Rows of virtualized lists are positioned within their list.
  Object.assign(copy.style, { position: 'relative', transform: 'none' });
  shadow.append(copy);
  shadow.inert = true;
  shadow.className = styles['shadow'] ?? '';
  Object.assign(shadow.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  document.body.append(shadow);
  return shadow;
}
