import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { postResult, readAuthResult, takePageSignIn } from '#platform/session/sign-in-popup.ts';
import { session } from '#platform/session/session.ts';
import styles from './auth.module.css';

type Stage = 'working' | 'done' | 'failed' | 'unrequested';

const STAGE_MESSAGES: Record<Stage, MessageDescriptor> = {
  working: msg`Finishing sign-in…`,
  done: msg`You are signed in. You can close this window.`,
  failed: msg`Something went wrong. Please try again.`,
  unrequested: msg`This sign-in has expired. Go back and try again.`,
};

/** Started once per page load because React may run an effect twice (strict mode). */
let finishing: Promise<Stage> | undefined;

async function finish(hash: string, onPageSignIn: (next: string) => Promise<void>): Promise<Stage> {
  const result = readAuthResult(hash);
  // The token must not stay in the address bar or in the history.
  history.replaceState(null, '', location.pathname);
  const next = takePageSignIn();
  if (next !== null) {
    if ('error' in result) return 'failed';
    await session.signInWith(result.token);
    await onPageSignIn(next);
    return 'done';
  }
  const isTaken = await postResult(result);
  if (!isTaken) return 'unrequested';
  window.close();
  return 'error' in result ? 'failed' : 'done';
}

/**
 * The OAuth redirect page. A tab that navigated away for a full-page sign-in completes it here; a popup passes the result to its opener and
 * closes. An attacker can send a victim this page's URL with the attacker's token (login CSRF), so tokens that this browser did not request
 * are never used.
 */
export function PopupEnd({ onPageSignIn }: { onPageSignIn: (next: string) => Promise<void> }) {
  const { t } = useLingui();
  const [stage, setStage] = useState<Stage>('working');
  const begin = useEffectEvent(() => (finishing ??= finish(location.hash, onPageSignIn)));
  useEffect(() => {
    begin().then(setStage, () => setStage('failed'));
  }, []);
  return (
    <main className={styles.popup}>
      <p role="status">{t(STAGE_MESSAGES[stage])}</p>
      {(stage === 'failed' || stage === 'unrequested') && (
        <a className={styles.link} href="/signin">
          <Trans>Back to sign-in</Trans>
        </a>
      )}
    </main>
  );
}
