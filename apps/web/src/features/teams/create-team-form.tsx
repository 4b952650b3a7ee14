import type { Team } from '@hearth/contracts/teams/teams';
import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useDraft } from '#ui/inputs/drafts.ts';
import { TextField } from '#ui/inputs/text-field.tsx';
import styles from './teams.module.css';

/** A form with a single field. The creator becomes the owner. */
export function CreateTeamForm({
  onCreated,
  children,
}: {
  onCreated: (team: Team) => Promise<void>;
  children?: React.ReactNode;
}) {
  const { t } = useLingui();
  const [name, setName] = useDraft('new-team/name', '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Idempotency key: a retry after a lost response does not create a second team.
  const [id] = useState(() => crypto.randomUUID());

  async function submit(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    const typed = name.trim();
    if (typed === '') return setProblem(t`Enter a team name.`);
    setIsBusy(true);
    try {
      const { team } = await trackLoading(call('POST /teams', { body: { name: typed, id } }));
      await onCreated(team);
    } catch (error) {
      setProblem(explainError(error));
      setIsBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t`Team name`}
        placeholder={t`Studio North`}
        value={name}
        maxLength={LIMITS.teamName}
        error={problem}
        autoFocus
        isKept
        onChange={(value) => {
          setName(value);
          setProblem(null);
        }}
      />
      <Button type="submit" size="large" isWide isBusy={isBusy}>
        <Trans>Create team</Trans>
      </Button>
      {children}
    </form>
  );
}
