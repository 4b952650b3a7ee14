import { t as now } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { FOLLOW_FOR_MS } from '@hearth/contracts/presence/presence-values';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#platform/client-state/toasts.ts';
import { following } from '#platform/client-state/follow-mode.ts';
import { isTaken } from '#platform/actions/keys.ts';
import { usePeopleHere, useRow } from '#platform/sync/index.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { screenOf, type ShownSearch } from './shown-screen.ts';
import styles from './follow-bar.module.css';

function stop(): void {
  following.set({ userId: null });
}

/** Follow mode: navigates this screen along with another member's and indicates that. Any navigation by the user ends it. */
export function FollowBar({ userId }: { userId: string }) {
  const { t } = useLingui();
  const person = useRow('member', userId);
  // Stored because the name is still needed after the member has left the team.
  const [name] = useState(person?.name ?? '');
  const locations = usePeopleHere().find((one) => one.userId === userId)?.places;
  const location = locations?.findLast(({ screen, taskId }) => screen !== null || taskId !== null);
  const isHere = location !== undefined;
  useSameScreen(isHere, location?.screen ?? null, location?.taskId ?? null);

  useEffect(() => {
    if (isHere) return undefined;
    const timer = setTimeout(() => {
      stop();
      // The message does not disclose which of the two reasons applies.
      showToast(now`Stopped following ${name}: they left, or opened something you can’t access`);
    }, FOLLOW_FOR_MS);
    return () => clearTimeout(timer);
  }, [isHere, name]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isTaken(event)) return;
      event.preventDefault();
      event.stopPropagation();
      stop();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);

  return (
    <aside className={styles.bar} aria-label={t`Following a teammate`}>
      <Avatar person={{ id: userId, name, image: person?.image ?? null }} size={20} />
      <span className="one-line" role="status">
        {isHere ? <Trans>Following {name}</Trans> : <Trans>Waiting for {name}</Trans>}
      </span>
      <Tooltip label={t`Stop following`} shortcut="escape">
        <Button variant="subtle" size="tiny" onClick={stop}>
          <Trans>Stop</Trans>
        </Button>
      </Tooltip>
    </aside>
  );
}

function useSameScreen(isHere: boolean, screen: string | null, taskId: string | null): void {
  const router = useRouter();
  const hasNavigated = useRef(false);
  const wanted = useRef<string | null>(null);

  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation: { pathname, search } }) => {
        if (wanted.current !== null && describe(pathname, search) !== wanted.current) stop();
      }),
    [router],
  );

  useEffect(() => {
    const { pathname, search } = router.state.location;
    wanted.current ??= describe(pathname, search);
    if (!isHere) return;
    const own = screenOf(pathname, search);
    // On the same screen, keep the user's own filter.
    const isSame = screen === null || screen === own;
    const [path = '', query] = (screen ?? '').split('?');
    const to = isSame ? pathname : `/dashboard${path === '/' ? '' : path}`;
    const followed = isSame ? search : Object.fromEntries(new URLSearchParams(query));
    const next = { ...followed, task: taskId ?? undefined };
    if (describe(to, next) === describe(pathname, search)) return;
    wanted.current = describe(to, next);
    // Replaces history entries so that Back returns to the user's previous screen in one step.
    void router.navigate({ href: to + router.options.stringifySearch(next), replace: hasNavigated.current });
    hasNavigated.current = true;
  }, [router, isHere, screen, taskId]);
}

function describe(pathname: string, search: ShownSearch): string {
  return `${screenOf(pathname, search) ?? pathname} ${search.task ?? ''}`;
}
