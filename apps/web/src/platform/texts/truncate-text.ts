/** Truncates text without splitting a surrogate pair. The server would reject a lone surrogate. */
export function truncateText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/u, '');
}
