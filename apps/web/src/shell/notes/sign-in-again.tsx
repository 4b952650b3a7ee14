import { freshSignIn } from '#platform/session/sign-in-again.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';

const SignInAgainDialog = lazyDialog(
  async () => (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog,
);

/** Requests reauthentication when the server requires it. The action is then retried. */
export function SignInAgain() {
  const isPending = useSelected(freshSignIn, (state) => state.pending !== null);
  return <SignInAgainDialog isOpen={isPending} />;
}
