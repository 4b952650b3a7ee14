import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './load-chunk.ts';
import { watchPresses } from './whole-press.ts';

/** Fetches each part that the first paint did without. */
const waiting = new Set<() => Promise<void>>();
const whenReleased = typeof window === 'undefined' ? () => null : watchPresses(window);
let hasIntent = false;
let arriving: Promise<unknown> | null = null;

/** What comes with a screen that is opened after the first sign of a hand does not wait for another. */
function prefetchWithIntent(fetch: () => Promise<void>): void {
  waiting.add(fetch);
  if (hasIntent) setTimeout(prefetchAll);
}

function prefetchAll(): void {
  // One that does not come now is asked for again by whoever wants it.
  const all = Promise.allSettled([...waiting].map((fetch) => fetch()));
  arriving = all;
  void all.then(() => {
    if (arriving === all) arriving = null;
  });
}

/** Settles once what is on its way is here, or did not come; null while nothing is on its way. */
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
      // A stand-in that is being pressed stays until the press is whole.
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

/** The component once its code is here; what hinders it is thrown where it is wanted, for the boundary around it. */
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
 * A part of the screen whose code comes after the first paint: with the first sign of a hand, or when it is shown.
 * @param Waiting stands there until then
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

/** The same for what has a stand-in until then: it is fetched at the latest when `isWanted`. */
export function lazyOnIntentFor<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P & { isWanted: boolean; standIn: ReactNode }> {
  const part = createPart(load);
  return function LazyOnIntentFor({ isWanted, standIn, ...props }) {
    const Component = usePart(part, isWanted);
    // What is left are the component's own.
    return Component === undefined ? standIn : <Component {...(props as unknown as P)} />;
  };
}

/** The same for a dialog, which is fetched at the latest when it is opened. */
export function lazyDialog<P extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const part = createPart(load);
  return function LazyDialog(props: P) {
    const Component = usePart(part, props.isOpen);
    // It comes closed: only what opens under its eyes gives the focus back to where it was.
    const [isHere, setIsHere] = useState(Component !== undefined);
    useEffect(() => setIsHere(Component !== undefined), [Component]);
    return Component === undefined ? null : <Component {...props} isOpen={props.isOpen && isHere} />;
  };
}

/** The same for code without a face: whoever gives it work is called once it is here. @returns how to take the work back */
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

/** Fetches what comes later as soon as a hand moves, so that it is there when it is asked for. Returns how to stop. */
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
