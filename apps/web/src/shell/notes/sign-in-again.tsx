import { freshSignIn } from '#platform/session/sign-in-again.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { comeLaterDialog } from '#ui/lazy/later.tsx';

const SignInAgainDialog = comeLaterDialog(
  async () => (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog,
);

/** Asks for a fresh sign-in where the server wants one; what needed it then goes on by itself. */
export function SignInAgain() {
  const isAsked = useSelected(freshSignIn, (state) => state.asked !== null);
  return <SignInAgainDialog isOpen={isAsked} />;
}
