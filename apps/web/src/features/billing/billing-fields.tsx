import { BILLING_LIMITS } from '@hearth/contracts/billing/billing-values';
import { STATES } from '@hearth/contracts/billing/gst';
import { Trans, useLingui } from '@lingui/react/macro';
import { TextField } from '#ui/inputs/text-field.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import type { BillingField, BillingForm } from './use-billing-form.ts';
import styles from './payment.module.css';

/** State names as printed on the invoice, untranslated. */
const STATE_OPTIONS = Object.entries(STATES)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => (a.label < b.label ? -1 : 1));
const NONE = '';
/** An example of the format, not a real number. */
const GSTIN_FORM = '29ABCDE1234F1Z5';

/** Recipient of invoices. */
export function BillingFields({ form }: { form: BillingForm }) {
  const { t } = useLingui();
  const { text, problems } = form;
  const field = (name: BillingField) => ({
    value: text[name],
    error: problems[name] ?? null,
    onChange: (value: string) => form.write(name, value),
    onBlur: () => form.leave(name),
  });
  return (
    <div className={styles.fields}>
      <TextField
        label={t`Name on the invoice`}
        maxLength={BILLING_LIMITS.name}
        autoComplete="organization"
        {...field('name')}
      />
      <TextField
        label={t`Billing email`}
        hint={t`Receipts and invoices go here.`}
        maxLength={BILLING_LIMITS.email}
        autoComplete="email"
        {...field('email')}
      />
      <TextField
        label={t`Address (optional)`}
        rows={2}
        maxLength={BILLING_LIMITS.address}
        autoComplete="street-address"
        {...field('address')}
      />
      <div className={styles.pair}>
        <div className={styles.stateField}>
          <span className={styles.fieldLabel} aria-hidden="true">
            <Trans>State (optional)</Trans>
          </span>
          <Picker
            label={t`State`}
            isFramed
            isSearchable
            selected={[text.state]}
            options={[{ value: NONE, label: t`Not chosen` }, ...STATE_OPTIONS]}
            onPick={(state) => form.write('state', state)}
          >
            {STATE_OPTIONS.find(({ value }) => value === text.state)?.label ?? t`Not chosen`}
          </Picker>
        </div>
        <TextField label={t`GSTIN (optional)`} maxLength={20} placeholder={GSTIN_FORM} {...field('gstin')} />
      </div>
      {form.errorMessage !== null && (
        <p className={styles.trouble} role="alert">
          {form.errorMessage}
        </p>
      )}
    </div>
  );
}
