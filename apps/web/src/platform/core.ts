import { createState } from './state.ts';

/** A toast hides after 3000 ms and resets to an empty message and success. */
export const TOAST_MS = 3000;

export interface Toast {
  message: string;
  showToast: boolean;
  isSuccess: boolean;
  action?: { label: string; run: () => void };
}
const NO_TOAST: Toast = { message: '', showToast: false, isSuccess: true };

export const core = createState({ isLoading: false, toast: NO_TOAST });

let hideTimer: ReturnType<typeof setTimeout> | undefined;

export function showToast(
  message: string,
  options: { isSuccess?: boolean; action?: Toast['action'] } = {},
): void {
  clearTimeout(hideTimer);
  core.set({
    toast: { message, showToast: true, isSuccess: options.isSuccess ?? true, action: options.action },
  });
  hideTimer = setTimeout(hideToast, TOAST_MS);
}

export function showError(message: string): void {
  showToast(message, { isSuccess: false });
}

export function hideToast(): void {
  clearTimeout(hideTimer);
  core.set({ toast: NO_TOAST });
}

let running = 0;

/** Shows the loading bar until `work` settles, and hands its result on. */
export async function trackLoading<T>(work: Promise<T>): Promise<T> {
  running += 1;
  core.set({ isLoading: true });
  try {
    return await work;
  } finally {
    running -= 1;
    core.set({ isLoading: running > 0 });
  }
}
