/** Whether an address is one of the app's own pages: those have no dot in their last part. */
export function isNavigationOfApp(pathname: string): boolean {
  return !(pathname.split('/').at(-1) ?? '').includes('.');
}

/** Whether every hashed file that a page names is kept; a page without any is not the app's. */
export function mayKeepShell(page: string, files: readonly string[]): boolean {
  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  return named.length > 0 && named.every((file) => files.includes(file));
}
