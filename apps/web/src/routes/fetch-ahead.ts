import { bringViews } from '#features/views/index.ts';
import { bringCode } from '#ui/bring-code.ts';

export const loadDashboard = () => bringCode(() => import('./dashboard-screens.ts'));

/** Fetches the code of the address's screen while the server is still asked who is here. */
export function fetchScreenAhead({ pathname, search }: Location): void {
  if (!pathname.startsWith('/dashboard')) return;
  void loadDashboard();
  // A screen by itself is drawn without what makes views of it.
  if (search !== '') bringViews();
}
