/** As much of a text as there is room for; no character is halved, which the server would not take. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/u, '');
}
