/** Does a field of the team's own hold or give anything? One that does not is folded away in the panel. */
export function isTellingValue(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}
