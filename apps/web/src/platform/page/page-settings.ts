/**
 * Settings that the web server writes into the page for each response. `api-origin` is the origin of the API. `style-nonce` must be set on
 * every `<style>` element inserted at run time; it is empty in development, where no policy is sent. `dev-tools` is 'on' while the
 * development identity provider replaces Google. `ga-measurement-id` and `ga-collect-url` configure where screen views are sent; both are
 * empty if usage is not measured.
 */
type PageSetting = 'api-origin' | 'style-nonce' | 'dev-tools' | 'ga-measurement-id' | 'ga-collect-url';

export function readPageSetting(name: PageSetting): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
