/** Runs `act` for all items in order, at most `atOnce` of them concurrently. */
export async function inTurns<T>(
  all: readonly T[],
  atOnce: number,
  act: (one: T) => Promise<void>,
): Promise<void> {
  const rest = all.values();
  const takeTurns = async (): Promise<void> => {
    for (const one of rest) await act(one);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, takeTurns));
}
