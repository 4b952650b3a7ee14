import { PERIODS } from '@hearth/contracts/core/periods';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { ApiError, call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { isDeclined, withFreshSignIn } from '#platform/session/sign-in-again.ts';
import { TextField } from '#ui/inputs/text-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { useCopyLink } from './copy-link.ts';
import type { InviteFormProps } from './invite-form.tsx';
import { RoleField, type RoleChoice } from './role-field.tsx';
import styles from './invites.module.css';

const DAYS = [1, PERIODS.invite, 14, 30];
const USES = [1, 5, 10, 25, 100];
const UNLIMITED = 'unlimited';

/** Creates an invite link with the chosen limits. */
export function InviteByLink({
  teamId,
  roles,
  role,
  onRole,
  onCreated,
  onClose,
}: InviteFormProps & RoleChoice) {
  const { t } = useLingui();
  const copy = useCopyLink();
  const [days, setDays] = useState(String(PERIODS.invite));
  const [uses, setUses] = useState(UNLIMITED);
  const [domain, setDomain] = useState('');
  const [problem, setProblem] = useState<{ domain: boolean; message: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [url, setUrl] = useState<string | null>(null);

  async function submit(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    const body = {
      teamRole: role,
      expiresInDays: Number(days),
      ...(uses === UNLIMITED ? {} : { maxUses: Number(uses) }),
      ...(domain.trim() === '' ? {} : { domain: domain.trim().replace(/^@/, '') }),
    };
    try {
      const { invite } = await withFreshSignIn(() =>
        trackLoading(call('POST /teams/{teamId}/invites', { params: { teamId }, body })),
      );
      onCreated();
      setUrl(invite.url);
      if (invite.url !== null) await copy(invite.url);
    } catch (error) {
      if (isDeclined(error)) return;
      const isOfDomain = error instanceof ApiError && error.problem.errors?.[0]?.path === 'domain';
      setProblem({
        domain: isOfDomain,
        message: isOfDomain
          ? t`Enter an organisation’s domain, like example.com. Public domains like gmail.com don’t work.`
          : explainError(error),
      });
    } finally {
      setIsBusy(false);
    }
  }

  if (url !== null) {
    return (
      <div className={styles.form}>
        <TextField
          label={t`Invite link`}
          value={url}
          onChange={() => undefined}
          autoFocus
          hint={t`Anyone who opens it sees your team’s name and who invited them, and can join in one click.`}
        />
        <div className={styles.submit}>
          <Button variant="default" onClick={() => void copy(url)}>
            <Trans>Copy link</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <RoleField roles={roles} role={role} onRole={onRole} />
      <ChoiceField
        label={t`Expires after`}
        options={DAYS.map((value) => ({
          value: String(value),
          label: plural(value, { one: '# day', other: '# days' }),
        }))}
        value={days}
        onChange={setDays}
      />
      <ChoiceField
        label={t`Maximum uses`}
        options={[
          { value: UNLIMITED, label: t`No limit` },
          ...USES.map((value) => ({
            value: String(value),
            label: plural(value, { one: '# use', other: '# uses' }),
          })),
        ]}
        value={uses}
        onChange={setUses}
      />
      <TextField
        label={t`Limit to a domain`}
        value={domain}
        maxLength={253}
        error={problem?.domain === true ? problem.message : null}
        hint={t`A Google Workspace domain. Leave blank to allow anyone with the link.`}
        onChange={setDomain}
      />
      {problem?.domain === false && (
        <p className={styles.trouble} role="alert">
          {problem.message}
        </p>
      )}
      <div className={styles.submit}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" isBusy={isBusy}>
          <Trans>Create link</Trans>
        </Button>
      </div>
    </form>
  );
}
