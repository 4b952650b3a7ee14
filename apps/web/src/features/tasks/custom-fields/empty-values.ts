/** Whether a custom field has a value. Fields without a value are collapsed in the panel. */
export function hasValue(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}
