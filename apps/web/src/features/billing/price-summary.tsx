import type { Billing } from '@hearth/contracts/billing/billing';
import { computeTax, GST, IS_PRICE_INCLUSIVE } from '@hearth/contracts/billing/tax';
import { PLANS } from '@hearth/contracts/billing/plans';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { usePaise } from './use-paise.ts';
import styles from './payment.module.css';

/** Price in paise per team and month. */
export const PRO_PAISE = PLANS.pro.pricePerMonth * 100;

const GST_PERCENT = GST.percent;

function addMonth(from: Date): Date {
  const next = new Date(from);
  next.setMonth(next.getMonth() + 1);
  // If the month has no such day, use its last day.
  if (next.getDate() !== from.getDate()) next.setDate(0);
  return next;
}

interface PriceSummaryProps {
  /** Null if unknown, for example before the first payment. */
  nextPayment: Billing['nextPayment'];
}

/** Amount, date, tax share, and date of the next charge. */
export function PriceSummary({ nextPayment }: PriceSummaryProps) {
  const formats = useFormats();
  const paise = usePaise();
  const { taxable, tax } = computeTax({
    amount: PRO_PAISE,
    isInclusive: IS_PRICE_INCLUSIVE,
    supplierState: '',
    buyerState: null,
  });
  const total = paise(PRO_PAISE);
  const [openedAt] = useState(() => new Date());
  const isNow = nextPayment?.isNow ?? true;
  const chargedAt = nextPayment === null ? openedAt : new Date(nextPayment.at);
  // The charge after this one: a month after today's charge, or the first charge itself.
  const day = formats.moment(isNow ? addMonth(chargedAt) : chargedAt, { dateStyle: 'long' });
  return (
    <div className={styles.summary}>
      <dl className={styles.sums}>
        <dt>
          <Trans>Pro, one month</Trans>
        </dt>
        <dd>{paise(taxable, 2)}</dd>
        <dt>
          <Trans>GST ({GST_PERCENT}%)</Trans>
        </dt>
        <dd>{paise(tax, 2)}</dd>
        <dt className={styles.total}>{isNow ? <Trans>Total today</Trans> : <Trans>Total on {day}</Trans>}</dt>
        <dd className={styles.total}>{paise(PRO_PAISE, 2)}</dd>
      </dl>
      {nextPayment?.isOverdue !== true && (
        <p className={styles.faint}>
          {isNow ? (
            <Trans>
              Next charge: {total} on {day}.
            </Trans>
          ) : (
            <Trans>Nothing is charged today.</Trans>
          )}
        </p>
      )}
      <p className={styles.faint}>
        <Trans>Cancel any time; Pro then stays until the end of the paid month.</Trans>
      </p>
    </div>
  );
}
