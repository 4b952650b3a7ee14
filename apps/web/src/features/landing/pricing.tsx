import { Plural, Trans } from '@lingui/react/macro';
import { IconCheck, IconMinus } from '@tabler/icons-react';

import { formatRupees } from '#ui/format/formats.ts';
import { PRICING_CARDS, type PricingCard, type PricingFeatureName } from './pricing-cards.ts';
import styles from './pricing.module.css';

/** Both plans next to each other. */
export function Pricing() {
  return (
    <section className={styles.section} id="pricing" aria-labelledby="pricing-title">
      <h2 className={styles.title} id="pricing-title">
        <Trans>One price for the whole team</Trans>
      </h2>
      <p className={styles.lead}>
        <Trans>Start on Trial and stay as long as you like. Go Pro when your team grows.</Trans>
      </p>
      <div className={styles.cards}>
        {PRICING_CARDS.map((card) => (
          <Card key={card.plan} card={card} />
        ))}
      </div>
    </section>
  );
}

function Card({ card }: { card: PricingCard }) {
  const isPaid = card.pricing > 0;
  return (
    <article className={styles.card} data-paid={isPaid || undefined} data-plan={card.plan}>
      <h3 className={styles.name}>{isPaid ? <Trans>Pro</Trans> : <Trans>Trial</Trans>}</h3>
      <p className={styles.description}>
        {isPaid ? (
          <Trans>For teams that use it every day.</Trans>
        ) : (
          <Trans>For your first project. Free forever.</Trans>
        )}
      </p>
      <p className={styles.price}>
        <strong className={styles.amount}>{formatRupees(card.pricing)}</strong>
        {card.isDiscounted && card.originalPrice !== null && (
          <s className={styles.original}>
            <span className="hidden-text">
              <Trans>instead of</Trans>{' '}
            </span>
            {formatRupees(card.originalPrice)}
          </s>
        )}
        <span className={styles.per}>
          <Trans>per team per month</Trans>
        </span>
      </p>
      {card.discountPercent !== null && <Discount percent={card.discountPercent} />}
      <a className={isPaid ? styles.primary : styles.secondary} href={card.path}>
        {isPaid ? <Trans>Go Pro</Trans> : <Trans>Try Free</Trans>}
      </a>
      <ul className={styles.features}>
        {card.features.map(({ name, available }) => (
          <li key={name.kind} className={styles.feature} data-available={available}>
            {available ? (
              <IconCheck size={16} stroke={2.2} aria-hidden="true" />
            ) : (
              <IconMinus size={16} stroke={2} aria-hidden="true" />
            )}
            <span>
              <FeatureName name={name} />
              {!available && (
                <span className="hidden-text">
                  {' '}
                  <Trans>(not in this plan)</Trans>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Discount({ percent }: { percent: number }) {
  return (
    <p className={styles.discount}>
      <Trans>Early bird: {percent}% off</Trans>
    </p>
  );
}

function FeatureName({ name }: { name: PricingFeatureName }) {
  switch (name.kind) {
    case 'analytics':
      return <Trans>Team analytics</Trans>;
    case 'support':
      return <Trans>Priority support</Trans>;
    case 'collaborators':
      return name.count === null ? (
        <Trans>Unlimited collaborators</Trans>
      ) : (
        <Plural value={name.count} one="# collaborator" other="Up to # collaborators" />
      );
    case 'projects':
      return name.count === null ? (
        <Trans>Unlimited projects</Trans>
      ) : (
        <Plural value={name.count} one="# project" other="# projects" />
      );
    case 'documents':
      return name.count === null ? (
        <Trans>Unlimited documents</Trans>
      ) : (
        <Plural value={name.count} one="# document" other="Up to # documents" />
      );
    default:
      return name.count === null ? (
        <Trans>Unlimited tasks</Trans>
      ) : (
        <Plural value={name.count} one="# task" other="Up to # tasks" />
      );
  }
}
