import { isSafeAddress } from '@hearth/contracts/rich-text/rich-text-values';

/** Redirect URLs with the name of the parameter that contains the target. */
const REDIRECTS: readonly (readonly [host: RegExp, path: RegExp, parameter: string])[] = [
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/url$/, 'q'],
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/url$/, 'url'],
  [/\.safelinks\.protection\.outlook\.com$/, /^\/$/, 'url'],
];

/**
 * Targets worth keeping as text: `tel:`, `other.md`, `#part`. Generated anchors of Word, Google Docs and GitHub are meaningless to users.
 */
const KEPT_AS_TEXT =
  /^(?:tel:[+\d]|(?:\.{0,2}\/)?[\w%.~-]+(?:[/?#]|\.\w|$)(?!:)|#(?!_|heading=|bookmark=|id\.|cmnt|ftnt|user-content))/i;

export function tidyLinks(root: Element): void {
  for (const link of root.querySelectorAll('a[href]')) {
    const given = link.getAttribute('href') ?? '';
    const href = unwrapRedirect(given);
    if (href !== given) link.setAttribute('href', href);
    // Removes underlines because links are already underlined by their style.
    for (const part of link.querySelectorAll<HTMLElement>('[data-aside-style*="underline"]'))
      part.style.textDecoration = '';
    if (isSafeAddress(href)) continue;
    const text = (link.textContent ?? '').trim();
    // The target is not allowed as a link. Keep it as text.
    if (text !== '' && text !== href && href.length < 500 && KEPT_AS_TEXT.test(href))
      link.append(` (${href})`);
  }
}

/** Returns the target of a redirect. Returns the link itself if it is not a redirect to an allowed URL. */
function unwrapRedirect(href: string): string {
  if (!URL.canParse(href)) return href;
  const { hostname, pathname, searchParams } = new URL(href);
  for (const [host, path, parameter] of REDIRECTS) {
    if (!host.test(hostname) || !path.test(pathname)) continue;
    const target = searchParams.get(parameter);
    if (target !== null && isSafeAddress(target)) return target;
  }
  return href;
}
