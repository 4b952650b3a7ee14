/** Writes a Content-Disposition header for downloads (RFC 6266), with an ASCII file name as fallback for the original one. */
export function writeDisposition(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
