import { computeTax, GST, IS_PRICE_INCLUSIVE } from '@hearth/contracts/billing/tax';
import { PLANS } from '@hearth/contracts/billing/plans';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { usePaise } from './use-paise.ts';
import styles from './payment.module.css';

/** Paise a team a month. */
export const PRO_PAISE = PLANS.pro.pricePerMonth * 100;

const GST_PERCENT = GST.percent;

function addMonth(from: Date): Date {
  const next = new Date(from);
  next.setMonth(next.getMonth() + 1);
  // The 31st of a month that has none is its last day.
  if (next.getDate() !== from.getDate()) next.setDate(0);
  return next;
}

/** What is paid today, how much of it is tax, and when the next charge comes. */
export function PriceSummary() {
  const formats = useFormats();
  const paise = usePaise();
  const { taxable, tax } = computeTax({
    amount: PRO_PAISE,
    isInclusive: IS_PRICE_INCLUSIVE,
    supplierState: '',
    buyerState: null,
  });
  const total = paise(PRO_PAISE);
  const [nextCharge] = useState(() => addMonth(new Date()));
  const day = formats.moment(nextCharge, { dateStyle: 'long' });
  return (
    <div className={styles.summary}>
      <dl className={styles.sums}>
        <dt>
          <Trans>Pro, one month</Trans>
        </dt>
        <dd>{paise(taxable)}</dd>
        <dt>
          <Trans>GST ({GST_PERCENT}%)</Trans>
        </dt>
        <dd>{paise(tax)}</dd>
        <dt className={styles.total}>
          <Trans>Total today</Trans>
        </dt>
        <dd className={styles.total}>{total}</dd>
      </dl>
      <p className={styles.faint}>
        <Trans>
          Next charge: {total} on {day}.
        </Trans>
      </p>
      <p className={styles.faint}>
        <Trans>Cancel any time; Pro then stays until the end of the paid month.</Trans>
      </p>
    </div>
  );
}
