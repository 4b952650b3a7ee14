import { useLingui } from '@lingui/react/macro';
import { TrashList } from '#features/tasks/index.ts';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { Page } from '#shell/page/page.tsx';

export function TrashScreen() {
  const { t } = useLingui();
  const panel = useTaskPanel();
  return (
    <Page title={t`Trash`}>
      <TrashList openTask={panel.open} />
    </Page>
  );
}
