import { Button } from '@mantine/core';
import type { Team } from '@hearth/contracts/teams';
import type { TeamImport as Imported } from '@hearth/contracts/transfer';
import { TRANSFER } from '@hearth/contracts/transfer-values';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { t as tNow } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { ApiError } from '#platform/api-client.ts';
import { trackLoading } from '#platform/core.ts';
import { explainError } from '#platform/error-words.ts';
import { loadTeamContext } from '#platform/teams.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { SettingRow, SettingsGroup } from '#ui/settings.tsx';
import { useCountWords } from './count-words.ts';
import { importFile } from './transfer.data.ts';

/** Brings such a file into a team that has nothing in it yet. */
export function TeamImport({ team, hasWork }: { team: Team; hasWork: boolean }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; attempt: string } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const name = chosen?.file.name ?? '';

  function choose(file: File | undefined): void {
    setTrouble(null);
    if (file === undefined) return;
    if (file.size > TRANSFER.maxBytes) {
      setTrouble(t`That is too large to be sent.`);
      return;
    }
    setChosen({ file, attempt: crypto.randomUUID() });
    setIsAsking(true);
  }

  async function bringIn(): Promise<void> {
    setIsAsking(false);
    if (chosen === null) return;
    setIsBusy(true);
    try {
      setDone(await trackLoading(importFile(team._id, chosen.file, chosen.attempt)));
      // How much of the plan is used has changed; the name and the rest come with the feed.
      void loadTeamContext();
    } catch (error) {
      setTrouble(explainTrouble(error));
    }
    setIsBusy(false);
  }

  const hint = ((): React.ReactNode => {
    if (trouble !== null) return <strong role="alert">{trouble}</strong>;
    if (isBusy)
      return (
        <Trans>{name} is being read and checked. This can take a minute; please keep this page open.</Trans>
      );
    if (done !== null) return <DoneWords done={done} />;
    if (hasWork)
      return (
        <Trans>A file goes into an empty team, and this one has work in it. Make a new team for it.</Trans>
      );
    return (
      <Trans>
        From this or another Hearth, all of it or nothing. Invite your people first: whoever is in the team
        with the same mail address keeps their work; everybody else stays as a name. Invites are not brought
        in, and the old audit log stays in the file.
      </Trans>
    );
  })();

  return (
    <SettingsGroup title={t`Import`}>
      <SettingRow label={t`Bring in a team's file`} hint={<span aria-live="polite">{hint}</span>}>
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          className="hidden-text"
          tabIndex={-1}
          aria-label={t`A team's file`}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            // The same file again must be a change.
            event.currentTarget.value = '';
          }}
        />
        {done === null && (
          <Button
            variant="default"
            loading={isBusy}
            disabled={hasWork}
            onClick={() => input.current?.click()}
          >
            <Trans>Choose file</Trans>
          </Button>
        )}
      </SettingRow>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Bring ${name} into ${team.name}?`}
        action={t`Bring in`}
        onConfirm={() => void bringIn()}
        onClose={() => setIsAsking(false)}
      >
        <Trans>
          The team takes over the name, picture, key, settings and statuses of the file, with all its
          projects, tasks, comments and history. Nobody's role changes.
        </Trans>
      </ConfirmDialog>
    </SettingsGroup>
  );
}

function DoneWords({ done }: { done: Imported }) {
  const counts = useCountWords(done.counts);
  return (
    <>
      <Trans>{counts} are in this team now.</Trans>{' '}
      {done.formerPeople > 0 && (
        <Plural
          value={done.formerPeople}
          one="# person of the file is not in this team and stays as a name."
          other="# people of the file are not in this team and stay as names."
        />
      )}
    </>
  );
}

/** What is wrong with a file, only the server knows. */
function explainTrouble(error: unknown): string {
  if (!(error instanceof ApiError)) return explainError(error);
  if (error.code === 'INVALID_REQUEST') return `${tNow`This file was not brought in.`} ${error.detail}`;
  if (error.code === 'PLAN_LIMIT_REACHED') return `${explainError(error)} ${tNow`Nothing was brought in.`}`;
  if (error.code === 'INVALID_STATE') {
    return tNow`A file goes into an empty team, and this one has work in it, maybe in the trash. Make a new team for it.`;
  }
  return explainError(error);
}
