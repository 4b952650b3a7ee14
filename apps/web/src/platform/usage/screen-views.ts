import { createGoogleAnalytics, describeScreen } from './google-analytics.ts';
import { readPageSetting } from '#platform/page/page-settings.ts';
import { mayMeasure, readOrCreateUsageIds } from './usage-consent.ts';

/** Fire and forget: the request outlives the page (keepalive) and sends no cookie and no referrer. */
function post(url: string): void {
  void fetch(url, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}

/** Reports one screen view if usage is measured and the user of this browser has consented. */
export function reportScreen(pattern: string): void {
  if (!mayMeasure()) return;
  const port = createGoogleAnalytics({
    measurementId: readPageSetting('ga-measurement-id'),
    collectUrl: readPageSetting('ga-collect-url'),
    takeIds: readOrCreateUsageIds,
    send: post,
  });
  port.send(describeScreen(pattern));
}
