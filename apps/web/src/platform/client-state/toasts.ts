import { createState } from './state.ts';

/** A toast hides after 3000 ms. Its message is then cleared and its kind reset to success. */
const TOAST_MS = 3000;

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  message: string;
  showToast: boolean;
  isSuccess: boolean;
  actions?: readonly ToastAction[];
  /** Stays until it is dismissed or replaced. */
  isLasting?: boolean;
}
const NO_TOAST: Toast = { message: '', showToast: false, isSuccess: true };

export const toasts = createState({ toast: NO_TOAST });

let hideTimer: ReturnType<typeof setTimeout> | undefined;

interface ToastOptions {
  isSuccess?: boolean;
  action?: ToastAction;
  actions?: readonly ToastAction[];
  isLasting?: boolean;
}

export function showToast(message: string, options: ToastOptions = {}): void {
  const { isSuccess = true, isLasting = false, action } = options;
  const { actions = action === undefined ? [] : [action] } = options;
  toasts.set({ toast: { message, showToast: true, isSuccess, actions, isLasting } });
  startHiding();
}

/** Pauses the toast's timer until `startHiding`. */
export function holdToast(): void {
  clearTimeout(hideTimer);
}

/** Restarts the toast's timer, unless the toast is lasting. */
export function startHiding(): void {
  clearTimeout(hideTimer);
  if (toasts.get().toast.isLasting === true) return;
  hideTimer = setTimeout(hideToast, TOAST_MS);
}

export function showError(message: string): void {
  showToast(message, { isSuccess: false });
}

export function hideToast(): void {
  clearTimeout(hideTimer);
  toasts.set({ toast: NO_TOAST });
}
