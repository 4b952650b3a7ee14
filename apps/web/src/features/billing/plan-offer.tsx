import type { Subscription } from '@hearth/contracts/billing/billing';
import { computeDiscount, PLANS, type Plan } from '@hearth/contracts/billing/plans';
import { useLingui } from '@lingui/react/macro';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { listPlanFeatures } from './plan-features.ts';
import styles from './billing.module.css';

interface PlanOfferProps {
  plan: Plan;
  /** Whether this is the team's current plan. */
  isPresent?: boolean;
  /** Current usage, shown next to each limit. */
  usage?: Subscription['usage'] | undefined;
  /** The plan's actions. */
  children?: ReactNode;
}

/** Price and features of a plan. */
export function PlanOffer({ plan, isPresent = false, usage, children }: PlanOfferProps) {
  const { i18n, t } = useLingui();
  return (
    <section className={styles.offer} aria-label={PLANS[plan].shownAs}>
      <div className={styles.planHead}>
        <h2 className={styles.planName}>{PLANS[plan].shownAs}</h2>
        {isPresent && <span className={styles.present}>{t`Your team’s plan`}</span>}
      </div>
      <PlanPrice plan={plan} />
      <ul className={styles.features}>
        {listPlanFeatures(plan).map(({ name, available, resource }) => (
          <li key={name.id} className={styles.feature} data-missing={!available || undefined}>
            {available ? (
              <IconCheck size={16} stroke={2} aria-hidden="true" />
            ) : (
              <IconMinus size={16} stroke={2} aria-label={t`Not included:`} />
            )}
            <span className={styles.featureName}>{i18n._(name)}</span>
            {resource !== undefined && usage !== undefined && (
              <InUse used={usage[resource] ?? 0} max={PLANS[plan].limits[resource]} />
            )}
          </li>
        ))}
      </ul>
      {children !== undefined && <div className={styles.offerFoot}>{children}</div>}
    </section>
  );
}

function InUse({ used, max }: { used: number; max: number | null }) {
  const { t } = useLingui();
  return <span className={styles.inUse}>{max === null ? t`${used}, no limit` : t`${used} of ${max}`}</span>;
}

export function PlanPrice({ plan }: { plan: Plan }) {
  const formats = useFormats();
  const { t } = useLingui();
  const { pricePerMonth: price, originalPricePerMonth: original } = PLANS[plan];
  if (price === 0) {
    return (
      <>
        <p className={styles.price}>
          <strong>{formats.rupees(0)}</strong> <span className={styles.faint}>{t`free forever`}</span>
        </p>
        <p className={styles.discount}>{t`No card needed`}</p>
      </>
    );
  }
  const discount = computeDiscount(plan);
  return (
    <>
      <p className={styles.price}>
        <strong>{formats.rupees(price)}</strong>
        <span className={styles.faint}>{t`per team / month`}</span>
      </p>
      {original !== null && (
        <p className={styles.discount}>
          <s>{formats.rupees(original)}</s> <span>{t`Early bird: ${discount}% off`}</span>
        </p>
      )}
    </>
  );
}
