/** A screen view by route, never by content. Contains no titles and no ids. */
interface ScreenView {
  /** The route's pattern: `/dashboard/projects/$projectId`. */
  name: string;
  /** The area of the product: `dashboard`. */
  screenClass: string;
}

/** Receives the screen views. */
interface ScreenViewPort {
  send: (view: ScreenView) => void;
}

export function describeScreen(pattern: string): ScreenView {
  const name = pattern.length > 1 ? pattern.replace(/\/$/, '') : pattern;
  return { name, screenClass: name.split('/').find((part) => part !== '') ?? 'home' };
}

interface GoogleAnalytics {
  measurementId: string;
  collectUrl: string;
  takeIds: () => { client: string; visit: string };
  send: (url: string) => void;
}

/** Google Analytics 4 over its own protocol because the page's policy blocks Google's script. */
export function createGoogleAnalytics({
  measurementId,
  collectUrl,
  takeIds,
  send,
}: GoogleAnalytics): ScreenViewPort {
  return {
    send({ name, screenClass }) {
      const { client, visit } = takeIds();
      const url = new URL(collectUrl);
      url.search = new URLSearchParams({
        v: '2',
        tid: measurementId,
        cid: client,
        sid: visit,
        en: 'screen_view',
        'ep.screen_name': name,
        'ep.screen_class': screenClass,
      }).toString();
      send(url.href);
    },
  };
}
