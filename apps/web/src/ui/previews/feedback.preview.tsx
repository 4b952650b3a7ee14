import { IconFolders } from '@tabler/icons-react';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import type { Preview } from './preview.ts';
import { ToastHost } from '#ui/feedback/toast-host.tsx';

export const preview: Preview = {
  title: 'Feedback',
  states: [
    {
      name: 'empty',
      isWide: true,
      show: () => (
        <EmptyState
          icon={<IconFolders size={24} stroke={1.6} />}
          title="No projects yet"
          action={<Button>New project</Button>}
        >
          A project gathers the tasks of one undertaking on a board.
        </EmptyState>
      ),
    },
    { name: 'first load', isWide: true, show: () => <SkeletonRows /> },
    {
      name: 'notices',
      isWide: true,
      show: () => (
        <>
          <Notice title="For trying things out">The data lies on this machine.</Notice>
          <Notice kind="warning">The trial has room for one more task.</Notice>
          <Notice kind="danger" title="To be deleted" action={<Button variant="default">Keep</Button>}>
            This account is deleted on 4 December.
          </Notice>
        </>
      ),
    },
    { name: 'toast', isWide: true, show: () => <Toast isSuccess /> },
    { name: 'toast, error', isWide: true, show: () => <Toast isSuccess={false} /> },
  ],
};

function Toast({ isSuccess }: { isSuccess: boolean }) {
  return (
    <ToastHost
      message={isSuccess ? 'Task deleted' : 'Something went wrong. Please try again.'}
      isShown
      isSuccess={isSuccess}
      actions={isSuccess ? [{ label: 'Undo', run: () => undefined }] : []}
      onClose={() => undefined}
    />
  );
}
