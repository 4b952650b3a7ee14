import { isSafeAddress } from '@hearth/contracts/rich-text/rich-text-values';

/** What happens to images in pasted HTML that have no address of their own. */
export interface PastedPictures {
  /** Returns the attributes of an element that the schema parses as the image, or null if images cannot be uploaded here. */
  take: (image: File, alt: string) => Readonly<Record<string, string>> | null;
  /** Called when at least one image could not be pasted. */
  onOmitted: () => void;
}

const EMBEDDED = /^data:(image\/(?:png|jpe?g|gif|webp|avif|bmp|heic));base64,([A-Za-z0-9+/=\s]+)$/i;
/** Embedded images up to this size, in bytes, are placeholders of images that are loaded on demand. */
const PLACEHOLDER_BYTES = 100;
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f)+$/u;

/** Replaces images: emoji by text, remote images by links, embedded images by uploads. */
export function tidyPictures(root: Element, pictures: PastedPictures): void {
  let isOmitted = false;
  for (const image of root.querySelectorAll('img')) {
    const alt = (image.getAttribute('alt') ?? '').trim();
    if (isDecoration(image)) image.remove();
    else if (EMOJI.test(alt) || /^:[\w+-]+:$/.test(alt)) image.replaceWith(alt);
    else isOmitted = !replace(image, alt, pictures) || isOmitted;
  }
  if (isOmitted) pictures.onOmitted();
}

/** Whether the image is a tracking pixel, an icon or hidden. */
function isDecoration(image: HTMLImageElement): boolean {
  const isTiny = ['width', 'height'].some((side) => /^[012](?:px)?$/.test(image.getAttribute(side) ?? ''));
  const isHidden =
    image.getAttribute('aria-hidden') === 'true' || image.getAttribute('role') === 'presentation';
  return isTiny || isHidden || /^data:image\/svg/i.test(image.getAttribute('src') ?? '');
}

/** Returns false if the image is lost. */
function replace(image: HTMLImageElement, alt: string, pictures: PastedPictures): boolean {
  const { ownerDocument } = image;
  const src = image.getAttribute('src') ?? '';
  const address = [src, image.dataset['src'] ?? ''].find(
    (one) => /^https?:/i.test(one) && isSafeAddress(one),
  );
  if (address !== undefined) {
    const link = image.closest('a[href]');
    const name = alt === '' ? nameOf(address) : alt;
    // The text around an image in a link names it already.
    if (link !== null) image.replaceWith((link.textContent ?? '').trim() === '' ? name : alt);
    else {
      const replacement = ownerDocument.createElement('a');
      replacement.setAttribute('href', address);
      replacement.textContent = name;
      image.replaceWith(replacement);
    }
    return true;
  }
  const file = readEmbedded(src);
  const attributes = file === null ? null : pictures.take(file, alt);
  if (attributes === null) {
    image.replaceWith(alt);
    return file !== null && file.size <= PLACEHOLDER_BYTES;
  }
  const block = ownerDocument.createElement('div');
  for (const [name, value] of Object.entries(attributes)) block.setAttribute(name, value);
  image.replaceWith(block);
  return true;
}

function nameOf(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last) || hostname;
  } catch {
    return last;
  }
}

function readEmbedded(src: string): File | null {
  const [, type = '', data] = EMBEDDED.exec(src) ?? [];
  if (data === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(data.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0));
    const media = type.toLowerCase();
    return new File([bytes], `image.${media.slice('image/'.length)}`, { type: media });
  } catch {
    return null;
  }
}
