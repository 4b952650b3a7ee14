import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
// The error message of a failed chunk in Chromium, Firefox, Safari and the build's own loader.
const OUT_OF_REACH = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

const chunks = new Set<Promise<unknown>>();

/**
 * Loads a chunk with retries. Retries immediately once the network is back. Dependent components appear late, but the screen stays intact.
 * @throws errors of the chunk's own code during evaluation
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  const loading = loadWithRetry(load);
  chunks.add(loading);
  try {
    return await loading;
  } finally {
    chunks.delete(loading);
  }
}

/** Settles once no chunk is loading. */
export async function whenChunksAreHere(): Promise<void> {
  while (chunks.size > 0) await Promise.allSettled(chunks);
}

async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof Error && OUT_OF_REACH.test(error.message))) throw error;
    }
    await waitForNetwork(pause);
  }
}

/** A lazy component. `loadChunk` loads it when it is first shown. */
export function lazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await loadChunk(load) }));
}

function waitForNetwork(limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, limitMs);
    window.addEventListener('online', end);
  });
}

/** From now on, removes the link of each style sheet that fails to load. The build's loader would treat it as loaded. */
export function dropLostStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
    },
    { capture: true },
  );
}
