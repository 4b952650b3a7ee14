import type { Team } from '@hearth/contracts/teams/teams';
import { ERRORS } from '@hearth/contracts/core/errors';
import type { ImportOutcome, ImportRefusal } from '@hearth/contracts/transfer/transfer';
import { TRANSFER } from '@hearth/contracts/transfer/transfer-values';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { t as tNow } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { ApiError } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { loadTeamContext } from '#platform/session/teams.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { Progress } from '#ui/display/progress.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { useTransferSummary } from './use-transfer-summary.ts';
import { findLastImport, sendImport } from './transfer.data.ts';

const POLL_EVERY_MS = 1_000;

/** Imports an export into an empty team. */
export function TeamImport({ team, hasWork }: { team: Team; hasWork: boolean }) {
  const { t } = useLingui();
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; attempt: string } | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const { last, isWaiting, hasWatched } = useLastImport(team._id);
  const isBusy = isSending || isWaiting;
  const progress = last.data?.progress ?? 0;
  const name = chosen?.file.name ?? '';

  function choose(file: File | undefined): void {
    setErrorMessage(null);
    if (file === undefined) return;
    if (file.size > TRANSFER.maxBytes) {
      setErrorMessage(t`This file is too large.`);
      return;
    }
    setChosen({ file, attempt: crypto.randomUUID() });
    setIsConfirming(true);
  }

  async function send(): Promise<void> {
    setIsConfirming(false);
    if (chosen === null) return;
    setIsSending(true);
    try {
      last.setData(await trackLoading(sendImport(team._id, chosen.file, chosen.attempt)));
    } catch (error) {
      setErrorMessage(explainFailure(error));
    }
    setIsSending(false);
  }

  const refused = errorMessage ?? explainRefusal(last.data?.refusal ?? null);
  const isRefused = refused !== null && !isSending && !isWaiting;
  const hint = ((): React.ReactNode => {
    if (isSending) return <Trans>Uploading {name}. Keep this page open.</Trans>;
    if (isWaiting) return <Trans>Importing. You can keep working.</Trans>;
    if (refused !== null) {
      // A rejection from hours ago is not announced as an alert.
      return <strong role={errorMessage !== null || hasWatched ? 'alert' : undefined}>{refused}</strong>;
    }
    if (last.data?.outcome) return <DoneText done={last.data.outcome} />;
    return <ImportHint hasWork={hasWork} />;
  })();

  return (
    <SettingsGroup title={t`Import`}>
      <SettingRow
        label={t`Import a team`}
        hint={
          <>
            {/* An alert announces itself. Within a live region it would be announced twice. */}
            <span aria-live={isRefused ? undefined : 'polite'}>{hint}</span>
            {isWaiting && (
              <Progress
                label={t`Imported`}
                value={progress}
                max={1}
                text={formats.number(progress, { style: 'percent' })}
              />
            )}
          </>
        }
      >
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          className="hidden-text"
          tabIndex={-1}
          aria-label={t`Team export file`}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            // Reset so that choosing the same file again fires a change event.
            event.currentTarget.value = '';
          }}
        />
        {!last.data?.outcome && (
          <Button variant="default" isBusy={isBusy} disabled={hasWork} onClick={() => input.current?.click()}>
            <Trans>Choose file</Trans>
          </Button>
        )}
      </SettingRow>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Import ${name} into ${team.name}?`}
        action={t`Import`}
        onConfirm={() => void send()}
        onClose={() => setIsConfirming(false)}
      >
        <Trans>
          The team takes the name, picture, key, settings and statuses from the file, with all its projects,
          tasks, documents, comments and history. Roles don’t change.
        </Trans>
      </ConfirmDialog>
    </SettingsGroup>
  );
}

/** The last import into a team. While it is running, it is polled. */
function useLastImport(teamId: string) {
  const last = useRequest(`import into ${teamId}`, (signal) => findLastImport(teamId, signal));
  const isWaiting = last.data?.state === 'waiting';
  const [hasWatched, setHasWatched] = useState(false);

  // Keep polling after a failure: the server may be busy with the import.
  const look = useEffectEvent(async () => {
    const found = await findLastImport(teamId).catch(() => undefined);
    if (found === undefined) return;
    last.setData(found);
    setHasWatched(true);
  });
  // Refetches the plan's usage after an import. The imported rows arrive through the feed.
  const loadUsage = useEffectEvent(() => void loadTeamContext());
  useEffect(() => {
    if (!isWaiting) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const scheduleCheck = (): void => {
      timer = setTimeout(() => {
        void look().finally(() => {
          if (timer !== null) scheduleCheck();
        });
      }, POLL_EVERY_MS);
    };
    scheduleCheck();
    return () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      loadUsage();
    };
  }, [isWaiting]);
  return { last, isWaiting, hasWatched };
}

function ImportHint({ hasWork }: { hasWork: boolean }) {
  if (hasWork)
    return (
      <Trans>
        You can only import into an empty team, and this one has work in it. Create a new team for the import.
      </Trans>
    );
  return (
    <Trans>
      An export from this or another Hearth, imported completely or not at all. Invite your people first:
      members with the same email keep their work; everyone else is kept as a name. Invites aren’t imported,
      and the old audit log stays in the file.
    </Trans>
  );
}

function DoneText({ done }: { done: ImportOutcome }) {
  const counts = useTransferSummary(done.counts);
  return (
    <>
      <Trans>Imported {counts}.</Trans>{' '}
      {done.formerPeople > 0 && (
        <Plural
          value={done.formerPeople}
          one="# person in the file isn’t on this team and is kept as a name."
          other="# people in the file aren’t on this team and are kept as names."
        />
      )}
    </>
  );
}

/** A rejection after the upload is reported by the same message as an immediate one. */
function explainRefusal(refusal: ImportRefusal | null): string | null {
  if (refusal === null) return null;
  const { status, title } = ERRORS[refusal.code];
  return explainFailure(new ApiError({ type: 'about:blank', title, status, ...refusal }));
}

/** Explains a failed import. For an invalid file, includes the server's detail because only the server knows what is wrong with it. */
function explainFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return explainError(error);
  if (error.code === 'INVALID_REQUEST') return `${tNow`Import failed.`} ${error.detail}`;
  if (error.code === 'PLAN_LIMIT_REACHED')
    return `${tNow`The file needs more than your plan has room for.`} ${explainError(error)} ${tNow`Nothing was imported.`}`;
  if (error.code === 'INVALID_STATE') {
    return tNow`You can only import into an empty team, and this one has work in it, maybe in the trash. Create a new team for the import.`;
  }
  return explainError(error);
}
