/**
 * What the web server wrote into the page for this answer: `api-origin`, where the API is, and `style-nonce`, which
 * every `<style>` element inserted at run time must carry. The nonce is empty in development, where no policy is sent.
 */
export function readPageSetting(name: 'api-origin' | 'style-nonce'): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
