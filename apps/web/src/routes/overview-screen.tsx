import { auth } from '#platform/session.ts';
import { useSelected } from '#platform/state.ts';
import { Page } from '#shell/page.tsx';

export function OverviewScreen() {
  const name = useSelected(auth, (state) => state.user?.name ?? '');
  return <Page title={`Hello, ${name}`}>{null}</Page>;
}
