import { PLANS } from '@hearth/contracts/billing/plans';
import { SUPPORT_LIMITS } from '@hearth/contracts/billing/billing-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { auth } from '#platform/session/session.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useDraft } from '#ui/inputs/drafts.ts';
import { TextField } from '#ui/inputs/text-field.tsx';
import { SettingsGroup } from '#ui/layout/settings.tsx';
import { formatHours } from './what-changes.tsx';
import styles from './payment.module.css';

/** A form to contact support. The response time depends on the plan. */
export function SupportForm() {
  const { t } = useLingui();
  const formats = useFormats();
  const { teamId } = useTeamStore();
  const email = useSelected(auth, (state) => state.user?.email ?? '');
  const [subject, setSubject] = useDraft('support/subject', '');
  const [message, setMessage] = useDraft('support/message', '');
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [sentHours, setSentHours] = useState<number | null>(null);
  const pro = formatHours(formats, PLANS.pro.answerHours);
  const trial = formatHours(formats, PLANS.free.answerHours);

  async function send(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    if (subject.trim() === '' || message.trim() === '') return;
    setIsBusy(true);
    setErrorMessage(null);
    try {
      const body = { subject: subject.trim(), message: message.trim() };
      const { request } = await trackLoading(
        call('POST /teams/{teamId}/support', { params: { teamId }, body }),
      );
      setSubject('');
      setMessage('');
      setIsChecked(false);
      setSentHours(request.answerHours);
    } catch (error) {
      setErrorMessage(explainError(error));
    }
    setIsBusy(false);
  }

  if (sentHours !== null) {
    const time = formatHours(formats, sentHours);
    return (
      <SettingsGroup>
        <div className={styles.emails}>
          <p className={styles.done} role="status">
            <IconCheck size={18} stroke={2} aria-hidden="true" />
            <Trans>
              Sent. We’ll answer {email} within {time}.
            </Trans>
          </p>
          <div>
            <Button variant="default" onClick={() => setSentHours(null)}>
              <Trans>Write another</Trans>
            </Button>
          </div>
        </div>
      </SettingsGroup>
    );
  }
  return (
    <SettingsGroup
      title={t`Write to us`}
      hint={
        <Trans>
          A person answers by email. Pro: within {pro}. Trial: within {trial}.
        </Trans>
      }
    >
      <form className={styles.emails} noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label={t`Subject`}
          value={subject}
          maxLength={SUPPORT_LIMITS.subject}
          isKept
          error={isChecked && subject.trim() === '' ? t`Enter a subject.` : null}
          onChange={setSubject}
        />
        <TextField
          label={t`Message`}
          rows={6}
          value={message}
          maxLength={SUPPORT_LIMITS.message}
          isKept
          error={isChecked && message.trim() === '' ? t`Write what it’s about.` : null}
          onChange={setMessage}
        />
        {errorMessage !== null && (
          <p className={styles.trouble} role="alert">
            {errorMessage}
          </p>
        )}
        <div className={styles.buttons}>
          <Button type="submit" isBusy={isBusy}>
            <Trans>Send</Trans>
          </Button>
        </div>
      </form>
    </SettingsGroup>
  );
}
