import type { Subscription } from '@hearth/contracts/billing/billing';
import { useEffect, useEffectEvent, useState } from 'react';
import { refreshFromGateway, CHECKOUT_MS, isSettled } from './checkout.data.ts';
import type { Checkout } from './stored-checkout.ts';

const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 10_000;
const GROWTH = 1.25;

type WaitingState = 'waiting' | 'late' | 'failed';

/**
 * Polls the payment status with backoff, except while the tab is hidden. `late` means that the bank has not responded in time. `failed`
 * means that the gateway has given up on the payment.
 */
export function useWaiting(
  { teamId, startedAt }: Checkout,
  onPaid: (subscription: Subscription) => void,
): WaitingState {
  const [state, setState] = useState<WaitingState>('waiting');
  const take = useEffectEvent((subscription: Subscription) => {
    if (isSettled(subscription)) onPaid(subscription);
    else if (subscription.status === 'expired' || subscription.status === 'cancelled') setState('failed');
  });
  useEffect(() => {
    if (state !== 'waiting') return undefined;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pause = FIRST_PAUSE_MS;
    let isPolling = false;
    async function poll(): Promise<void> {
      if (isPolling || document.visibilityState === 'hidden') return;
      if (Date.now() - startedAt > CHECKOUT_MS) return setState('late');
      isPolling = true;
      try {
        take(await refreshFromGateway(teamId, controller.signal));
      } catch {
        // Offline or rate limited: the next poll retries.
      }
      isPolling = false;
      if (controller.signal.aborted) return;
      timer = setTimeout(() => void poll(), pause);
      pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS);
    }
    function look(): void {
      clearTimeout(timer);
      pause = FIRST_PAUSE_MS;
      void poll();
    }
    document.addEventListener('visibilitychange', look);
    void poll();
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(timer);
      controller.abort();
    };
  }, [teamId, startedAt, state]);
  return state;
}
