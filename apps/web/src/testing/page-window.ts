// Stubs layout measurements and browser APIs that the test DOM does not implement.

/** Height in pixels of a row in a list, a table or a board, for virtualized lists. */
const LINE_PX = 40;

interface Look {
  width: number;
  isCoarse: boolean;
}
const look: Look = { width: 1440, isCoarse: false };

/** Sets the window's width. 'phone' is a narrow window with a coarse pointer. */
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
    // Reduced motion so that no test waits for animations.
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

/** Web Locks for a single tab. First come, first served. */
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

/** Adds the APIs that this window lacks. */
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
    // Non-empty because a popover is hidden together with an invisible anchor.
    getBoundingClientRect: () => new DOMRect(LINE_PX, LINE_PX, LINE_PX, LINE_PX),
  });
  // Without layout, a caret has no position.
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  Object.assign(document, { getAnimations: () => [] });
}
