import type { BillingDetails, BillingWish } from '@hearth/contracts/billing/billing-details';
import { explainMismatch } from '@hearth/contracts/billing/billing-values';
import { isGstin, STATES, stateOfGstin } from '@hearth/contracts/billing/gst';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '#platform/api/api-client.ts';
import { explainError } from '#platform/texts/error-messages.ts';

export interface BillingText {
  name: string;
  email: string;
  address: string;
  /** Empty if not specified. */
  state: string;
  gstin: string;
}
export type BillingField = keyof BillingText;
type Problems = Partial<Record<BillingField, string>>;

export interface BillingForm {
  text: BillingText;
  problems: Problems;
  /** An error that does not belong to a single field. */
  errorMessage: string | null;
  write: (field: BillingField, value: string) => void;
  /** Called on blur. Validation errors are shown only after the user has left a field. */
  leave: (field: BillingField) => void;
  /** Returns null and shows the errors if the form is invalid. */
  finish: () => BillingWish | null;
  /** Shows the server's error on the first field that it names, otherwise as `errorMessage`. */
  refuse: (error: unknown) => void;
}

const FIELDS = ['name', 'email', 'address', 'state', 'gstin'] as const;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}

const tidyGstin = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();
const orNull = (text: string): string | null => (text === '' ? null : text);

export function readBillingText(details: BillingDetails, email: string, name: string): BillingText {
  return {
    name: details.name || name,
    email: details.email || email,
    address: details.address,
    state: details.state ?? '',
    gstin: details.gstin ?? '',
  };
}

/** Form state of the billing details. */
export function useBillingForm(initial: BillingText): BillingForm {
  const { t } = useLingui();
  const [text, setText] = useState(initial);
  const [problems, setProblems] = useState<Problems>({});
  const [errorMessage, setErrorMessage] = useState<string | null>(null);

  function explain(field: BillingField, now: BillingText): string | undefined {
    const gstin = tidyGstin(now.gstin);
    switch (field) {
      case 'name':
        return now.name.trim() === '' ? t`Enter a name for the invoice.` : undefined;
      case 'email':
        return isEmail(now.email) ? undefined : t`Enter an email address, like accounts@example.com.`;
      case 'gstin': {
        if (gstin === '') return undefined;
        if (!isGstin(gstin)) return t`This isn’t a valid GSTIN. Check its 15 characters.`;
        if (explainMismatch({ state: orNull(now.state), gstin }) === null) return undefined;
        const state = STATES[stateOfGstin(gstin) as keyof typeof STATES];
        return t`This GSTIN belongs to ${state}, not to the state above.`;
      }
      default:
        return undefined;
    }
  }

  const setMessage = (field: BillingField, message: string | undefined) =>
    setProblems(({ [field]: _before, ...others }) =>
      message === undefined ? others : { ...others, [field]: message },
    );

  return {
    text,
    problems,
    errorMessage,
    write(field, value) {
      const now = { ...text, [field]: value };
      setText(now);
      setErrorMessage(null);
      setMessage(field, undefined);
      // The tax number is validated against the state, so validate it again. The field being edited shows no error.
      if (field === 'state') setMessage('gstin', explain('gstin', now));
    },
    leave(field) {
      const gstin = tidyGstin(text.gstin);
      const now = { ...text };
      if (field === 'gstin') {
        now.gstin = gstin;
        if (now.state === '' && isGstin(gstin)) now.state = stateOfGstin(gstin);
        setText(now);
      }
      setMessage(field, explain(field, now));
    },
    finish() {
      const found = FIELDS.flatMap((field) => {
        const message = explain(field, text);
        return message === undefined ? [] : [[field, message] as const];
      });
      setProblems(Object.fromEntries(found));
      if (found.length > 0) return null;
      return {
        name: text.name.trim(),
        email: text.email.trim(),
        address: text.address.trim(),
        state: orNull(text.state),
        gstin: orNull(tidyGstin(text.gstin)),
      };
    },
    refuse(error) {
      const named = error instanceof ApiError ? error.errors.map(({ path }) => path.split('.').at(-1)) : [];
      const field = FIELDS.find((one) => named.includes(one));
      if (field === undefined) return setErrorMessage(explainError(error));
      setMessage(field, explain(field, text) ?? t`This isn’t accepted. Please check it.`);
    },
  };
}
