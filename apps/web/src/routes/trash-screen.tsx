import { TrashList } from '#features/tasks/index.ts';
import { Page } from '#shell/page.tsx';

export function TrashScreen() {
  return (
    <Page title="Trash">
      <TrashList />
    </Page>
  );
}
