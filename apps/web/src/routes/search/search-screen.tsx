import { useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { SearchResults } from '#features/search/index.ts';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { Page } from '#shell/page/page.tsx';
import { readSearchAddress, type SearchAddress } from './search-address.ts';

/** Search results page. */
export function SearchScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const {
    q = '',
    kind,
    author,
    project,
    from,
    to,
  } = readSearchAddress(useSearch({ from: '/dashboard/search' }));
  const panel = useTaskPanel();
  function go(part: SearchAddress): void {
    void router.navigate({
      to: '/dashboard/search',
      search: (before) => ({ ...before, ...part, ...(part.q === '' ? { q: undefined } : {}) }),
      replace: true,
      resetScroll: false,
    });
  }
  return (
    <Page title={t`Search`}>
      <SearchResults question={{ q, kind, author, project, from, to }} onChange={go} navigation={panel} />
    </Page>
  );
}
