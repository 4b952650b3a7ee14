import type { Subscription } from '@hearth/contracts/billing/billing';
import type { Seats } from '@hearth/contracts/billing/seats';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { compareNames, useFormats } from '#ui/format/formats.ts';
import { SettingsGroup } from '#ui/layout/settings.tsx';
import styles from './payment.module.css';

const WRITERS = {
  entity: 'member',
  compare: (a: { name: string }, b: { name: string }) => compareNames(a.name, b.name),
} as const;

/** Shown if the team has more writers than seats. Lets the user choose who keeps write access. */
export function SeatChoice({ subscription }: { subscription: Subscription }) {
  const store = useTeamStore();
  const { teamId } = store;
  const hasViewOnly = useRows(store.sharedView('writers by name', WRITERS)).some((one) => one.isViewOnly);
  const isNeeded = subscription.chooseWritersBy !== null || hasViewOnly;
  const known = useRequest(`${teamId} ${isNeeded}`, async (signal) =>
    isNeeded ? (await call('GET /teams/{teamId}/seats', { params: { teamId }, signal })).seats : null,
  );
  const seats = known.data;
  if (seats === undefined || seats === null || seats.writerIds.length <= seats.max) return null;
  return <Choice key={seats.keptIds.join(' ')} seats={seats} onChosen={known.setData} />;
}

function Choice({ seats, onChosen }: { seats: Seats; onChosen: (seats: Seats) => void }) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const members = useRows(store.sharedView('writers by name', WRITERS));
  const [keptIds, setKeptIds] = useState<ReadonlySet<string>>(() => new Set(seats.keptIds));
  const [isBusy, setIsBusy] = useState(false);
  const writerIds = new Set(seats.writerIds);
  const writers = members.filter(({ userId }) => writerIds.has(userId));
  const { max, chooseBy } = seats;
  const isFull = keptIds.size >= max;
  const isChanged = keptIds.size !== seats.keptIds.length || seats.keptIds.some((id) => !keptIds.has(id));
  // Until the deadline, the preselected members can be confirmed as they are.
  const canSave = (isChanged || chooseBy !== null) && keptIds.size <= max;
  const count = keptIds.size;
  const until = chooseBy === null ? null : formats.moment(chooseBy, { dateStyle: 'long' });

  async function choose(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    setIsBusy(true);
    try {
      const params = { teamId: store.teamId };
      const body = { keptIds: [...keptIds] };
      const answer = await trackLoading(call('PUT /teams/{teamId}/seats', { params, body }));
      onChosen(answer.seats);
      showToast(t`Saved who keeps editing`);
      void refreshSubscription();
    } catch (error) {
      showError(explainError(error));
    }
    setIsBusy(false);
  }

  return (
    <SettingsGroup
      title={t`Who keeps editing`}
      hint={
        until === null ? (
          <Trans>The others can read and export. On Pro they edit again at once.</Trans>
        ) : (
          <Trans>
            Choose by {until}. Otherwise those who joined first keep editing; the others can read and export.
          </Trans>
        )
      }
    >
      <form onSubmit={(event) => void choose(event)}>
        <ul className={styles.seats}>
          {writers.map(({ userId, name, teamRole }) => {
            const isOwner = teamRole === 'owner';
            const isChosen = keptIds.has(userId);
            return (
              <li key={userId}>
                <label className={styles.seat} data-fixed={isOwner || undefined}>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    disabled={isOwner || (isFull && !isChosen)}
                    onChange={() => {
                      const next = new Set(keptIds);
                      if (!next.delete(userId)) next.add(userId);
                      setKeptIds(next);
                    }}
                  />
                  <span className={styles.seatName}>{name}</span>
                  {isOwner && (
                    <span className={styles.faint}>
                      <Trans>Owners keep editing</Trans>
                    </span>
                  )}
                </label>
              </li>
            );
          })}
        </ul>
        <div className={styles.foot}>
          <span className={styles.faint} role="status">
            <Trans>
              {count} of {max} chosen
            </Trans>
          </span>
          <Button type="submit" disabled={!canSave} isBusy={isBusy}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </SettingsGroup>
  );
}
