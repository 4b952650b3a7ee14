/** Returns a function that creates version 7 UUIDs. They sort by creation time. */
export function createIds(
  now: () => number,
  fillRandom: (bytes: Uint8Array<ArrayBuffer>) => void,
): () => string {
  return () => {
    const bytes = new Uint8Array(16);
    fillRandom(bytes);
    let time = now();
    for (let at = 5; at >= 0; at -= 1) {
      bytes[at] = time % 256;
      time = Math.floor(time / 256);
    }
    bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}
