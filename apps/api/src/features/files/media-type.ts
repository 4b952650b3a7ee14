/** Number of bytes that are sniffed. */
export const HEAD_BYTES = 16 * 1024;

const starts = (text: string, at = 0) => ({ text, at });

/** Magic numbers. All other content is text or binary data: the client's content type is not trusted. */
const SIGNATURES: readonly (readonly [type: string, ...{ text: string; at: number }[]])[] = [
  ['image/png', starts('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', starts('\xff\xd8\xff')],
  ['image/gif', starts('GIF87a')],
  ['image/gif', starts('GIF89a')],
  ['image/webp', starts('RIFF'), starts('WEBP', 8)],
  ['image/avif', starts('ftypavif', 4)],
  ['image/heic', starts('ftypheic', 4)],
  ['application/pdf', starts('%PDF-')],
  ['application/zip', starts('PK\x03\x04')],
  ['application/zip', starts('PK\x05\x06')],
  ['application/gzip', starts('\x1f\x8b')],
  ['audio/mpeg', starts('ID3')],
  ['audio/wav', starts('RIFF'), starts('WAVE', 8)],
  ['audio/ogg', starts('OggS')],
  ['video/webm', starts('\x1a\x45\xdf\xa3')],
  ['video/quicktime', starts('ftypqt', 4)],
  ['video/mp4', starts('ftyp', 4)],
];

/**
 * Detects the media type by magic numbers, independent of the file name. @param head the first bytes, up to
 * `HEAD_BYTES`
 */
export function readMediaType(head: Buffer): string {
  const isAt = ({ text, at }: { text: string; at: number }): boolean =>
    head.subarray(at, at + text.length).toString('latin1') === text;
  const known = SIGNATURES.find(([, ...marks]) => marks.every(isAt));
  return known?.[0] ?? (isText(head) ? 'text/plain' : 'application/octet-stream');
}

function isText(head: Buffer): boolean {
  if (head.length === 0 || head.includes(0)) return false;
  try {
    // Decode as a stream because the sniffed bytes may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
