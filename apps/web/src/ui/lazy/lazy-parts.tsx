import {
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { dropTyped, holdTyping } from './type-ahead.ts';
import { loadChunk } from './load-chunk.ts';
import { watchPresses } from './whole-press.ts';

/** The chunks to prefetch. */
const waiting = new Set<() => Promise<void>>();
const whenReleased = typeof window === 'undefined' ? () => null : watchPresses(window);
let hasIntent = false;
let arriving: Promise<unknown> | null = null;

/** After the first user intent, chunks of screens opened later are prefetched immediately. */
function prefetchWithIntent(fetch: () => Promise<void>): void {
  waiting.add(fetch);
  if (hasIntent) setTimeout(prefetchAll);
}

function prefetchAll(): void {
  // A failed prefetch is retried by the component that needs the chunk.
  const all = Promise.allSettled([...waiting].map((fetch) => fetch()));
  arriving = all;
  void all.then(() => {
    if (arriving === all) arriving = null;
  });
}

/** Returns a promise that resolves once the prefetch is finished, or null if none is running. */
export function whenPrefetched(): Promise<unknown> | null {
  return arriving;
}

interface Part<P> {
  read: () => ComponentType<P> | undefined;
  fetch: () => Promise<void>;
  subscribe: (listener: () => void) => () => void;
}

function createPart<P>(load: () => Promise<ComponentType<P>>): Part<P> {
  let component: ComponentType<P> | undefined;
  const listeners = new Set<() => void>();
  const part: Part<P> = {
    read: () => component,
    async fetch() {
      const loaded = await load();
      // Wait for the end of a press before replacing the pressed placeholder.
      await whenReleased();
      component ??= loaded;
      waiting.delete(part.fetch);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  prefetchWithIntent(part.fetch);
  return part;
}

/** Returns the component once its chunk is loaded. A load failure is thrown while rendering, for the surrounding error boundary. */
function usePart<P>(part: Part<P>, isWanted: boolean): ComponentType<P> | undefined {
  const component = useSyncExternalStore(part.subscribe, part.read);
  const [fault, setFault] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (isWanted) loadChunk(part.fetch).catch((error: unknown) => setFault({ error }));
  }, [part, isWanted]);
  if (fault !== null && isWanted) throw fault.error;
  return component;
}

/**
 * A lazy component that is prefetched on intent (the first pointer or key event) or loaded when first shown.
 * @param Waiting the fallback until then
 */
export function lazyOnIntent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting?: ComponentType<P>,
): ComponentType<P> {
  const part = createPart(load);
  return function LazyOnIntent(props: P) {
    const Component = usePart(part, true) ?? Waiting;
    return Component === undefined ? null : <Component {...props} />;
  };
}

/** A lazy dialog that is mounted only while it is open. Text typed until it is loaded ends up in its search field. */
export function lazyChooser<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return lazyOnIntent(load, HoldsTyping);
}

/** Buffers typed text, as the placeholder of an overlay that is still loading. */
export function HoldsTyping() {
  useLayoutEffect(() => holdTyping(), []);
  return null;
}

/**
 * A lazy component that is prefetched on intent, with a placeholder as fallback. If it is not loaded earlier, it is loaded when `isWanted`.
 */
export function lazyOnIntentFor<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P & { isWanted: boolean; standIn: ReactNode }> {
  const part = createPart(load);
  return function LazyOnIntentFor({ isWanted, standIn, ...props }) {
    const Component = usePart(part, isWanted);
    // The remaining props are the component's own.
    return Component === undefined ? standIn : <Component {...(props as unknown as P)} />;
  };
}

/** A lazy dialog that is prefetched on intent. If it is not loaded earlier, it is loaded when it is opened. */
export function lazyDialog<P extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const part = createPart(load);
  return function LazyDialog(props: P) {
    const Component = usePart(part, props.isOpen);
    // Mounted closed because a dialog restores focus only if it was mounted before it opened.
    const [isHere, setIsHere] = useState(Component !== undefined);
    useEffect(() => setIsHere(Component !== undefined), [Component]);
    useLayoutEffect(() => (props.isOpen ? dropTyped : undefined), [props.isOpen]);
    useLayoutEffect(() => {
      if (props.isOpen && !isHere) holdTyping();
    }, [props.isOpen, isHere]);
    return Component === undefined ? null : <Component {...props} isOpen={props.isOpen && isHere} />;
  };
}

/**
 * Lazy code without a component, prefetched on intent. Tasks are queued until the code is loaded.
 * @returns a function that queues a task and returns its cancel function
 */
export function lazyCode<T>(load: () => Promise<T>): (work: (code: T) => () => void) => () => void {
  let code: T | undefined;
  const queued = new Set<(here: T) => void>();
  async function fetch(): Promise<void> {
    const here = (code ??= await load());
    waiting.delete(fetch);
    for (const begin of queued) begin(here);
    queued.clear();
  }
  prefetchWithIntent(fetch);
  return (work) => {
    let stop: (() => void) | undefined;
    const begin = (here: T): void => {
      stop = work(here);
    };
    if (code === undefined) {
      queued.add(begin);
      if (hasIntent) void loadChunk(fetch);
    } else {
      begin(code);
    }
    return () => {
      queued.delete(begin);
      stop?.();
    };
  };
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Prefetches lazy chunks on intent, at the first pointer or key event.
 * @returns a function that removes the event listeners
 */
export function prefetchOnIntent(): () => void {
  const stop = () => {
    for (const sign of SIGNS) window.removeEventListener(sign, fetchAll, { capture: true });
  };
  const fetchAll = () => {
    stop();
    hasIntent = true;
    prefetchAll();
  };
  for (const sign of SIGNS) window.addEventListener(sign, fetchAll, { capture: true, passive: true });
  return stop;
}
