/**
 * What the web server wrote into the page for this answer: `api-origin`, where the API is, and `style-nonce`, which
 * every `<style>` element inserted at run time must carry. The nonce is empty in development, where no policy is sent.
 * `dev-tools` is 'on' while the development identity provider stands in for Google.
 * `ga-measurement-id` and `ga-collect-url` say where screen views go; both are empty where nothing is measured.
 */
type PageSetting = 'api-origin' | 'style-nonce' | 'dev-tools' | 'ga-measurement-id' | 'ga-collect-url';

export function readPageSetting(name: PageSetting): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
