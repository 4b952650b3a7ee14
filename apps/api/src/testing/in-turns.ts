/** Does it for all of them, `atOnce` at a time, in their order. */
export async function inTurns<T>(
  all: readonly T[],
  atOnce: number,
  act: (one: T) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < all.length; at += atOnce) await Promise.all(all.slice(at, at + atOnce).map(act));
}
