import { Button } from '@mantine/core';
import { PERIODS } from '@hearth/contracts/periods';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError, call } from '#platform/api-client.ts';
import { trackLoading } from '#platform/core.ts';
import { explainError } from '#platform/error-words.ts';
import { withFreshSignIn } from '#platform/sign-in-again.ts';
import { TextField } from '#ui/text-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { useCopyLink } from './copy-link.ts';
import type { InviteFormProps } from './invite-form.tsx';
import { RoleField, type RoleChoice } from './role-field.tsx';
import styles from './invites.module.css';

const DAYS = [1, PERIODS.invite, 14, 30];
const USES = [1, 5, 10, 25, 100];
const UNLIMITED = 'unlimited';

/** Makes a link that lets people in, within the limits that are chosen for it. */
export function InviteByLink({ teamId, roles, role, onRole, onMade, onClose }: InviteFormProps & RoleChoice) {
  const { t } = useLingui();
  const copy = useCopyLink();
  const [days, setDays] = useState(String(PERIODS.invite));
  const [uses, setUses] = useState(UNLIMITED);
  const [domain, setDomain] = useState('');
  const [problem, setProblem] = useState<{ domain: boolean; words: string } | null>(null);
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
      onMade();
      setUrl(invite.url);
      if (invite.url !== null) await copy(invite.url);
    } catch (error) {
      const isOfDomain = error instanceof ApiError && error.problem.errors?.[0]?.path === 'domain';
      setProblem({
        domain: isOfDomain,
        words: isOfDomain
          ? t`Enter the domain of an organisation, like example.com. Open ones like gmail.com are everybody’s.`
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
          hint={t`Whoever opens it sees the team’s name and who invites, and joins with a press of a button.`}
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
        label={t`Works for`}
        options={DAYS.map((value) => ({
          value: String(value),
          label: plural(value, { one: '# day', other: '# days' }),
        }))}
        value={days}
        onChange={setDays}
      />
      <ChoiceField
        label={t`Can be used`}
        options={[
          { value: UNLIMITED, label: t`any number of times` },
          ...USES.map((value) => ({
            value: String(value),
            label: plural(value, { one: 'once', other: '# times' }),
          })),
        ]}
        value={uses}
        onChange={setUses}
      />
      <TextField
        label={t`Only for accounts of`}
        value={domain}
        maxLength={253}
        error={problem?.domain === true ? problem.words : null}
        hint={t`The domain of a Google Workspace. Empty: for whoever has the link.`}
        onChange={setDomain}
      />
      {problem?.domain === false && (
        <p className={styles.trouble} role="alert">
          {problem.words}
        </p>
      )}
      <div className={styles.submit}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={isBusy}>
          <Trans>Create link</Trans>
        </Button>
      </div>
    </form>
  );
}
