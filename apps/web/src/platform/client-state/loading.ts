import { createState } from './state.ts';

export const loading = createState({ isLoading: false });

let running = 0;

/** Shows the loading bar until `work` settles. */
export async function trackLoading<T>(work: Promise<T>): Promise<T> {
  running += 1;
  loading.set({ isLoading: true });
  try {
    return await work;
  } finally {
    running -= 1;
    loading.set({ isLoading: running > 0 });
  }
}
