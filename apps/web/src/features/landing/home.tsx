import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { PLANS } from '@hearth/contracts/billing/plans';
import { IconBolt, IconBook2, IconLayoutKanban, IconUsersGroup } from '@tabler/icons-react';
import { FEATURE_CARDS, type FeatureCard } from './feature-cards.ts';
import { Footer } from './footer.tsx';
import { PageHeader } from './page-header.tsx';
import { Pricing } from './pricing.tsx';
import { ProductPicture } from './product-picture.tsx';
import styles from './home.module.css';

const ICONS = {
  tasks: IconLayoutKanban,
  knowledge: IconBook2,
  collaboration: IconUsersGroup,
  start: IconBolt,
} as const;

/** Headline, product image, features, pricing. */
export function Home() {
  return (
    <>
      <PageHeader hasSections />
      <main>
        <Hero />
        <Features />
        <Habits />
        <Pricing />
        <LastWord />
      </main>
      <Footer />
    </>
  );
}

function Hero() {
  return (
    <section className={styles.hero}>
      <h1 className={styles.title}>
        <Trans>A quiet home for your team’s work</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>
          Tasks, projects and team knowledge in one warm place that answers every click instantly, online or
          offline.
        </Trans>
      </p>
      <div className={styles.ways}>
        <a className={styles.primary} href="/signin">
          <Trans>Join Free</Trans>
        </a>
        <a className={styles.secondary} href="#pricing">
          <Trans>See pricing</Trans>
        </a>
      </div>
      <p className={styles.note}>
        <Plural
          value={PLANS.free.limits.collaborators}
          one="Free for # person. All you need is a Google account."
          other="Free for up to # people. All you need is a Google account."
        />
      </p>
      <ProductPicture />
    </section>
  );
}

function Features() {
  return (
    <section className={styles.section} id="features" aria-labelledby="features-title">
      <h2 className={styles.heading} id="features-title">
        <Trans>Everything the team needs, nothing in the way</Trans>
      </h2>
      <div className={styles.cards}>
        {FEATURE_CARDS.map((card) => (
          <Card key={card.type} card={card} />
        ))}
      </div>
    </section>
  );
}

function Card({ card }: { card: FeatureCard }) {
  const { i18n } = useLingui();
  const Icon = ICONS[card.type];
  return (
    <article className={styles.card} data-color={card.colorCode}>
      <span className={styles.icon} data-color={card.iconColor}>
        <Icon size={22} stroke={1.7} aria-hidden="true" />
      </span>
      <p className={styles.subtitle}>{i18n._(card.subtitle)}</p>
      <h3 className={styles.cardTitle}>{i18n._(card.header)}</h3>
      <p className={styles.description}>{i18n._(card.description)}</p>
    </article>
  );
}

/** Claims about daily use. Tests cover each of them. */
function Habits() {
  return (
    <section className={styles.habits} aria-labelledby="habits-title">
      <h2 className={styles.heading} id="habits-title">
        <Trans>Built for the fortieth time you open it today</Trans>
      </h2>
      <dl className={styles.list}>
        <div>
          <dt>
            <Trans>It never makes you wait</Trans>
          </dt>
          <dd>
            <Trans>Your work is stored on your device. Every click shows in the next frame.</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>It works on the train</Trans>
          </dt>
          <dd>
            <Trans>Keep working offline; your changes sync when you’re back.</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>It forgives</Trans>
          </dt>
          <dd>
            <Trans>Undo instead of “Are you sure?”, and a trash for everything you delete.</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>It leaves you alone</Trans>
          </dt>
          <dd>
            <Trans>No ads, no third-party scripts, no tracking.</Trans>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function LastWord() {
  return (
    <section className={styles.last}>
      <h2 className={styles.heading}>
        <Trans>Bring the team in from the cold</Trans>
      </h2>
      <a className={styles.primary} href="/signin">
        <Trans>Join Free</Trans>
      </a>
    </section>
  );
}
