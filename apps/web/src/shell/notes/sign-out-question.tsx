import { signOutQuestion } from '#platform/session/sign-out.ts';
import { FaultBoundary } from '#ui/feedback/fault-boundary.tsx';
import { useSelected } from '#platform/client-state/state.ts';
import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';

const SignOutQuestionDialog = lazyDialog(
  async () => (await import('./sign-out-question-dialog.tsx')).SignOutQuestionDialog,
);

/** Warns before a sign-out that would delete unsent changes. */
export function SignOutQuestion() {
  const isAsked = useSelected(signOutQuestion, ({ answer }) => answer !== null);
  return (
    // Outside of the screens' error boundaries. If the dialog can't be loaded, the session stays.
    <FaultBoundary renderFault={() => null}>
      <SignOutQuestionDialog isOpen={isAsked} />
    </FaultBoundary>
  );
}
