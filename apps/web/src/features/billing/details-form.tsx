import type { Billing } from '@hearth/contracts/billing/billing';
import type { BillingDetails } from '@hearth/contracts/billing/billing-details';
import { BILLING_LIMITS } from '@hearth/contracts/billing/billing-values';
import { STATES } from '@hearth/contracts/billing/gst';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { BillingFields } from './billing-fields.tsx';
import { isEmail, readBillingText, useBillingForm } from './use-billing-form.ts';
import styles from './payment.module.css';

interface DetailsFormProps {
  billing: Billing;
  mayChange: boolean;
  onSaved: (billing: Billing) => void;
}

/** Billing details on invoices and the recipients of invoices. */
export function DetailsForm({ billing, mayChange, onSaved }: DetailsFormProps) {
  const { t } = useLingui();
  return (
    <SettingsGroup title={t`Billing details`} hint={<Trans>Shown on every invoice from now on.</Trans>}>
      {mayChange ? <Form billing={billing} onSaved={onSaved} /> : <Facts details={billing.details} />}
    </SettingsGroup>
  );
}

const splitAddresses = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '');

function Form({ billing, onSaved }: Omit<DetailsFormProps, 'mayChange'>) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const form = useBillingForm(readBillingText(billing.details, '', ''));
  const element = useRef<HTMLFormElement>(null);
  const [others, setOthers] = useState(billing.details.receiptEmails.join('\n'));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  function findProblem(): string | null {
    const addresses = splitAddresses(others);
    const wrong = addresses.find((address) => !isEmail(address));
    if (wrong !== undefined) return t`“${wrong}” isn’t a valid email address.`;
    if (addresses.length <= BILLING_LIMITS.receiptEmails) return null;
    return plural(BILLING_LIMITS.receiptEmails, { one: '# address at most.', other: '# addresses at most.' });
  }

  async function save(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    const details = form.finish();
    const found = findProblem();
    setProblem(found);
    if (details === null || found !== null) {
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    setIsBusy(true);
    try {
      const body = { ...details, receiptEmails: splitAddresses(others) };
      const answer = await trackLoading(call('PATCH /teams/{teamId}/billing', { params: { teamId }, body }));
      onSaved(answer.billing);
      showToast(t`Billing details saved`);
    } catch (error) {
      form.refuse(error);
    }
    setIsBusy(false);
  }

  return (
    <form ref={element} className={styles.emails} noValidate onSubmit={(event) => void save(event)}>
      <BillingFields form={form} />
      <TextField
        label={t`Also send receipts to (optional)`}
        hint={t`One address per line.`}
        rows={2}
        value={others}
        error={problem}
        onChange={(value) => {
          setOthers(value);
          setProblem(null);
        }}
        onBlur={() => setProblem(findProblem())}
      />
      <div className={styles.buttons}>
        <Button type="submit" isBusy={isBusy}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Read-only version of the form. */
function Facts({ details }: { details: BillingDetails }) {
  const formats = useFormats();
  const { t } = useLingui();
  const { name, email, address, state, gstin, receiptEmails } = details;
  const region = state === null ? '' : (STATES[state as keyof typeof STATES] ?? state);
  const facts = [
    { label: t`Name on the invoice`, text: name },
    { label: t`Billing email`, text: email },
    { label: t`Address`, text: address },
    { label: t`State`, text: region },
    { label: 'GSTIN', text: gstin ?? '' },
    { label: t`Receipts also go to`, text: formats.list(receiptEmails) },
  ];
  return facts.map(({ label, text }) => (
    <SettingRow key={label} label={label} hint={text === '' ? <Trans>Not given</Trans> : text} />
  ));
}
