/** Is a custom field empty? Then it is folded away in the panel. */
export function isTellingValue(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}
