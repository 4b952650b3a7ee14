import { useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useLingui } from '@lingui/react/macro';
import { ChatScreen, chatDoor, useChatDoor } from '#features/assistant/index.ts';
import { Page } from '#shell/page/page.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { HomeScreen } from './home-screen.tsx';

/** Home: the overview of the day, or the assistant conversation that is in the URL or was just started. */
export function OverviewScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const search = useSearch({ from: '/dashboard/' });
  const thread = typeof search.thread === 'string' && search.thread !== '' ? search.thread : undefined;
  const isBegun = useChatDoor((door) => door.isOpen);
  const panel = useTaskPanel();
  useEffect(() => {
    // The URL determines which conversation is open. Back therefore closes it.
    if (thread !== undefined) chatDoor.set({ isOpen: false });
  }, [thread]);
  useEffect(() => () => chatDoor.set({ isOpen: false }), []);
  if (thread === undefined && !isBegun) return <HomeScreen />;
  return (
    <Suspense fallback={<Page title={t`Assistant`}>{null}</Page>}>
      <ChatScreen
        threadId={thread}
        navigation={panel}
        onThread={(threadId) =>
          void router.navigate({
            to: '/dashboard',
            search: (now) => ({ ...now, thread: threadId }),
            resetScroll: false,
          })
        }
        onClose={() => {
          chatDoor.set({ isOpen: false });
          void router.navigate({ to: '/dashboard', search: {} });
        }}
      />
    </Suspense>
  );
}
