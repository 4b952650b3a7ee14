import { useLingui } from '@lingui/react/macro';
import { TrashList } from '#features/tasks/index.ts';
import { Page } from '#shell/page/page.tsx';

export function TrashScreen() {
  const { t } = useLingui();
  return (
    <Page title={t`Trash`}>
      <TrashList />
    </Page>
  );
}
