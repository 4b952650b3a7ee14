// What a window measures and tells of itself, which a DOM without a layout leaves out.

/** Pixels of a line of a list, a table or a board, for the code that draws only what is seen. */
const LINE_PX = 40;

interface Look {
  width: number;
  isCoarse: boolean;
}
const look: Look = { width: 1440, isCoarse: false };

/** From now on the window is so wide; 'phone' is one that is held in a hand. */
export function setWindow(width: number | 'phone'): void {
  look.width = width === 'phone' ? 390 : width;
  look.isCoarse = width === 'phone';
  Object.assign(window, { innerWidth: look.width, innerHeight: 900 });
}

function holds(query: string): boolean {
  const parts = query.split(/\band\b/).map((part) => part.trim());
  return parts.every((part) => {
    const [, side, amount, unit] = /\((min|max)-width: ([\d.]+)(rem|px)\)/.exec(part) ?? [];
    if (side !== undefined) {
      const px = Number(amount) * (unit === 'rem' ? 16 : 1);
      return side === 'min' ? look.width >= px : look.width <= px;
    }
    if (part.includes('pointer: coarse')) return look.isCoarse;
    // Nothing is waited for that only moves.
    return part.includes('prefers-reduced-motion: reduce');
  });
}

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): never[] {
    return [];
  }
}

function measureBy(name: string, measure: (element: HTMLElement) => number): void {
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return measure(this);
    },
  });
}

const isLine = (element: HTMLElement): boolean => element.dataset['index'] !== undefined;

const locked = new Map<string, Promise<unknown>>();

/** Web Locks of the one tab that there is: first come, first served. */
async function requestLock<T>(
  name: string,
  { signal, ifAvailable }: { signal?: AbortSignal; ifAvailable?: boolean },
  work: (lock: object | null) => Promise<T>,
): Promise<T> {
  if (ifAvailable === true && locked.has(name)) return work(null);
  const before = locked.get(name) ?? Promise.resolve();
  const given = new Promise<void>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
    void before.then(() => resolve());
  }).then(() => work({ name }));
  locked.set(
    name,
    given.catch(() => undefined),
  );
  return given;
}

/** Fills in what is missing in this window. */
export function completeWindow(): void {
  setWindow(1440);
  for (const name of ['offsetHeight', 'clientHeight'])
    measureBy(name, (element) => (isLine(element) ? LINE_PX : window.innerHeight));
  for (const name of ['offsetWidth', 'clientWidth']) measureBy(name, () => window.innerWidth);
  Object.assign(window, {
    matchMedia: (query: string) =>
      Object.assign(new EventTarget(), {
        media: query,
        matches: holds(query),
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    ResizeObserver: NoObserver,
    IntersectionObserver: NoObserver,
    scrollTo: () => undefined,
  });
  Object.assign(navigator, {
    locks: { request: requestLock, query: async () => ({ held: [], pending: [] }) },
  });
  Object.assign(Element.prototype, {
    checkVisibility: () => true,
    scrollIntoView: () => undefined,
    scrollTo: () => undefined,
    getAnimations: () => [],
    // In sight: what opens beside something is hidden with it.
    getBoundingClientRect: () => new DOMRect(LINE_PX, LINE_PX, LINE_PX, LINE_PX),
  });
  // A caret has no place where nothing is laid out.
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  Object.assign(document, { getAnimations: () => [] });
}
