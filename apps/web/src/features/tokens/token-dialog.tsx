import { TOKEN_GROUPS, TOKEN_LIMITS, type TokenGroup } from '@hearth/contracts/tokens/token-values';
import type { ApiToken } from '@hearth/contracts/tokens/tokens';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { copyText } from '#platform/actions/copy-text.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showRefusal, withFreshSignIn } from '#platform/session/sign-in-again.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { teamsState } from '#platform/session/teams.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { TOKEN_GROUP_LABELS, GROUPS } from './token-labels.ts';
import styles from './tokens.module.css';

const EVERY_TEAM = 'all';
const DAYS = [7, 30, TOKEN_LIMITS.defaultDays, 180, TOKEN_LIMITS.mostDays];

interface TokenDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (token: ApiToken) => void;
}

/** Dialog that creates a token and then shows its secret once. */
export function TokenDialog({ isOpen, onClose, onCreated }: TokenDialogProps) {
  const { t } = useLingui();
  const [secret, setSecret] = useState<string | null>(null);

  function close(): void {
    setSecret(null);
    onClose();
  }

  return (
    <Dialog
      title={secret === null ? t`New API token` : t`Copy your token now`}
      isOpen={isOpen}
      onClose={close}
    >
      {secret === null ? (
        <TokenForm
          onCancel={close}
          onCreated={(token, newSecret) => {
            setSecret(newSecret);
            onCreated(token);
          }}
        />
      ) : (
        <Secret secret={secret} onDone={close} />
      )}
    </Dialog>
  );
}

function TokenForm({
  onCancel,
  onCreated,
}: {
  onCancel: () => void;
  onCreated: (token: ApiToken, secret: string) => void;
}) {
  const { t, i18n } = useLingui();
  const teams = useSelected(teamsState, (state) => state.teams);
  const [name, setName] = useState('');
  const [groups, setGroups] = useState<readonly TokenGroup[]>(['tasks.read']);
  const [teamId, setTeamId] = useState(EVERY_TEAM);
  const [days, setDays] = useState<number>(TOKEN_LIMITS.defaultDays);
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isNameless = name.trim() === '';

  async function submit(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    if (isNameless || groups.length === 0) return;
    setIsBusy(true);
    const scopes = GROUPS.filter((group) => groups.includes(group)).flatMap((group) => [
      ...TOKEN_GROUPS[group],
    ]);
    const body = {
      name: name.trim(),
      scopes,
      expiresInDays: days,
      ...(teamId === EVERY_TEAM ? {} : { teamId }),
    };
    try {
      const response = await withFreshSignIn(() => trackLoading(call('POST /account/tokens', { body })));
      onCreated(response.token, response.secret);
    } catch (error) {
      showRefusal(error);
      setIsBusy(false);
    }
  }

  const everyTeam = t`All my teams`;
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t`Name`}
        value={name}
        placeholder={t`Nightly report`}
        hint={t`What it’s for, so you recognise it later.`}
        maxLength={TOKEN_LIMITS.name}
        error={isChecked && isNameless ? t`Enter a token name.` : null}
        autoFocus
        onChange={setName}
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>
          <Trans>Permissions</Trans>
        </legend>
        {GROUPS.map((group) => (
          <label key={group} className={styles.scope}>
            <input
              type="checkbox"
              className={styles.box}
              checked={groups.includes(group)}
              onChange={(event) =>
                setGroups(
                  event.currentTarget.checked
                    ? [...groups, group]
                    : groups.filter((other) => other !== group),
                )
              }
            />
            {i18n._(TOKEN_GROUP_LABELS[group])}
          </label>
        ))}
        <p className={styles.hint} role={isChecked && groups.length === 0 ? 'alert' : undefined}>
          {isChecked && groups.length === 0 ? (
            <Trans>Choose at least one permission.</Trans>
          ) : (
            <Trans>Never more than your own access at the time it’s used.</Trans>
          )}
        </p>
      </fieldset>
      <div className={styles.pair}>
        <Picker
          label={t`Team`}
          isFramed
          options={[
            { value: EVERY_TEAM, label: everyTeam },
            ...teams.map((team) => ({ value: team._id, label: team.name })),
          ]}
          selected={[teamId]}
          onPick={setTeamId}
        >
          {teams.find(({ _id }) => _id === teamId)?.name ?? everyTeam}
        </Picker>
        <Picker
          label={t`Expires after`}
          isFramed
          options={DAYS.map((value) => ({
            value: String(value),
            label: t`${plural(value, { one: '# day', other: '# days' })}`,
          }))}
          selected={[String(days)]}
          onPick={(value) => setDays(Number(value))}
        >
          <Plural value={days} one="# day" other="# days" />
        </Picker>
      </div>
      <DialogButtons onCancel={onCancel}>
        <Button type="submit" isBusy={isBusy}>
          <Trans>Create token</Trans>
        </Button>
      </DialogButtons>
    </form>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useLingui();

  return (
    <div className={styles.form}>
      <p>
        <Trans>You won’t see it again. Keep it safe like a password.</Trans>
      </p>
      <code className={styles.secret}>{secret}</code>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
        <Button
          data-autofocus
          icon={<IconCopy size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => void copyText(secret, t`Token copied`)}
        >
          <Trans>Copy token</Trans>
        </Button>
      </div>
    </div>
  );
}
