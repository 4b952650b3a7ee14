import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { IconAlertCircle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { MAX_ADDRESSES, readAddresses } from './addresses.ts';
import { useCopyLink } from './copy-link.ts';
import type { InviteFormProps } from './invite-form.tsx';
import { sendInvites, type SentInvite } from './invites.data.ts';
import { RoleField, type RoleChoice } from './role-field.tsx';
import styles from './invites.module.css';

interface InviteByMailProps extends InviteFormProps, RoleChoice {
  /** The content of the field with the addresses. */
  text: string;
  onText: (text: string) => void;
}

/** Invites several addresses together and reports each result. */
export function InviteByMail({
  teamId,
  roles,
  delivery,
  role,
  onRole,
  onClose,
  text,
  onText: setText,
}: InviteByMailProps) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string | null>(null);
  const [results, setResults] = useState<SentInvite[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const copy = useCopyLink();
  const { addresses } = readAddresses(text);

  function findProblem(): string | null {
    const { faults } = readAddresses(text);
    const [fault] = faults;
    if (fault !== undefined) return t`“${fault}” isn’t a valid email address.`;
    if (addresses.length === 0) return t`Enter at least one email address.`;
    if (addresses.length <= MAX_ADDRESSES) return null;
    return plural(MAX_ADDRESSES, {
      one: 'You can invite # address at a time.',
      other: 'You can invite up to # addresses at a time.',
    });
  }

  async function submit(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    const found = findProblem();
    setProblem(found);
    if (found !== null) return;
    setIsBusy(true);
    const done = await sendInvites(teamId, role, addresses);
    setResults(done);
    // Failed entries stay in the field for correction.
    setText(
      done
        .filter(({ errorMessage }) => errorMessage !== null)
        .map(({ email }) => email)
        .join('\n'),
    );
    setIsBusy(false);
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t`Email addresses`}
        rows={3}
        value={text}
        autoFocus
        error={problem}
        hint={
          delivery === 'none'
            ? t`Email isn’t set up on this server: you get a link for each address. Only people signed in with that address can use it.`
            : t`One per line or separated by commas. Only people signed in with that address can join.`
        }
        onChange={(value) => {
          setText(value);
          setProblem(null);
        }}
      />
      <RoleField roles={roles} role={role} onRole={onRole} />
      {results.length > 0 && (
        <div role="status" aria-label={t`Results`}>
          <ul className={styles.results}>
            {results.map(({ email, errorMessage, url }) => (
              <li key={email} className={styles.result} data-trouble={errorMessage !== null || undefined}>
                {errorMessage === null ? (
                  <IconCheck size={16} aria-hidden="true" />
                ) : (
                  <IconAlertCircle size={16} aria-hidden="true" />
                )}
                <span className={styles.name}>{email}</span>
                <span className={styles.faint}>{errorMessage ?? t`Invited`}</span>
                {url !== null && (
                  <IconButton label={t`Copy the link for ${email}`} onClick={() => void copy(url)}>
                    <IconCopy size={16} stroke={1.7} />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.submit}>
        <Button variant="default" onClick={onClose}>
          {results.length > 0 && text.trim() === '' ? <Trans>Done</Trans> : <Trans>Cancel</Trans>}
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {addresses.length > 1 ? (
            <Plural value={addresses.length} one="Send # invite" other="Send # invites" />
          ) : (
            <Trans>Send invite</Trans>
          )}
        </Button>
      </div>
    </form>
  );
}
