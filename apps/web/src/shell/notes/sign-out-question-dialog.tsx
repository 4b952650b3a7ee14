import { Trans, useLingui } from '@lingui/react/macro';
import { signOutQuestion } from '#platform/session/sign-out.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

export function SignOutQuestionDialog({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t`Sign out and lose changes?`}
      action={t`Sign out anyway`}
      onConfirm={() => signOutQuestion.get().answer?.(true)}
      onClose={() => signOutQuestion.get().answer?.(false)}
    >
      <Trans>
        Some of your changes on this device aren’t synced yet. If you sign out now, they’re lost. Changes of
        another team sync when you open that team.
      </Trans>
    </ConfirmDialog>
  );
}
