/** Truncates text without splitting a surrogate pair, which the server would reject. */
export function truncateText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/u, '');
}
