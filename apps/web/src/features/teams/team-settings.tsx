import { Button } from '@mantine/core';
import { LIMITS } from '@hearth/contracts/limits';
import { useState } from 'react';
import { useMay } from '#platform/rights.ts';
import { showToast } from '#platform/core.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { TextField } from '#ui/text-field.tsx';
import { updateTeam } from './teams.data.ts';
import styles from './teams.module.css';

/** The team's name, and whether its members may invite. Read only without the right to change it. */
export function TeamSettings() {
  const store = useTeamStore();
  const team = useRow('team', store.teamId);
  const may = useMay();
  // null: nobody is editing, and what others write is shown.
  const [draft, setDraft] = useState<string | null>(null);
  if (team === undefined) return null;
  if (!may('team.update'))
    return <p className={styles.faint}>{team.name}. Only admins and owners can change it.</p>;
  const name = (draft ?? team.name).trim();

  return (
    <>
      <form
        className={styles.rename}
        onSubmit={(event) => {
          event.preventDefault();
          if (name === '' || name === team.name) return;
          store.mutate(updateTeam(store, { name }));
          setDraft(null);
          showToast('Team renamed');
        }}
      >
        <TextField
          label="Team name"
          value={draft ?? team.name}
          maxLength={LIMITS.teamName}
          onChange={setDraft}
        />
        <Button type="submit" variant="default" disabled={name === '' || name === team.name}>
          Rename
        </Button>
      </form>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={team.membersMayInvite}
          onChange={(event) =>
            store.mutate(updateTeam(store, { membersMayInvite: event.currentTarget.checked }))
          }
        />
        Members may invite guests
      </label>
    </>
  );
}
