import { call, viewOf } from '#platform/api/api-client.ts';
import { createState } from '#platform/client-state/state.ts';

export interface View {
  teamId: string;
  /** The member whose view is shown. */
  userId: string;
  name: string;
  token: string;
}

/** The active view as another member. It is read-only and ends when this page is left. */
export const viewState = createState<{ view: View | null }>({ view: null });

export async function beginView(teamId: string, person: { userId: string; name: string }): Promise<void> {
  const { userId, name } = person;
  const { view } = await call('POST /teams/{teamId}/members/{userId}/view-as', {
    params: { teamId, userId },
  });
  viewOf.current = { teamId, token: view.token };
  viewState.set({ view: { teamId, userId, name, token: view.token } });
}

export function stopView(): void {
  viewOf.current = null;
  viewState.set({ view: null });
}
