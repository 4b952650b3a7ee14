import type { Page } from 'playwright-core';
import type { SharedProduct } from './product.ts';

/**
 * Detects XSS by its effects on a page: a call to `trip()`, a dialog, a download, a popup, a frame, or a request or navigation to a foreign
 * URL. Returns a function that returns the effects so far. Must be set before the first navigation. Also covers frames and popups.
 */
export async function setTripwire(page: Page, product: SharedProduct): Promise<() => string[]> {
  const tripped: string[] = [];
  const own = new Set([product.webOrigin, product.apiOrigin]);
  const isOwn = (address: string): boolean =>
    /^(?:data|blob|about):/.test(address) || own.has(new URL(address).origin);
  const context = page.context();
  await context.exposeFunction('trip', () => void tripped.push('script ran'));
  context.on('request', (request) => {
    if (!isOwn(request.url())) tripped.push(`request to ${request.url()}`);
  });
  const watch = (one: Page): void => {
    one.on('dialog', (dialog) => {
      tripped.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    one.on('download', (download) => void tripped.push(`download of ${download.url()}`));
    one.on('framenavigated', (frame) => {
      if (frame.parentFrame() !== null) tripped.push(`a frame: ${frame.url()}`);
      else if (!isOwn(frame.url())) tripped.push(`gone to ${frame.url()}`);
    });
  };
  watch(page);
  context.on('page', (popup) => {
    tripped.push('a window opened');
    watch(popup);
  });
  return () => tripped;
}
