import { CONTACT_LIMITS } from '@hearth/contracts/teams/contact-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { Article } from './article.tsx';
import styles from './contact.module.css';

/** A placeholder that the web server replaces for each installation. */
const CONTACT_ADDRESS = '__CONTACT_ADDRESS__';

/** The address is always shown. The form requires scripts and configured email. */
export function Contact() {
  const { t } = useLingui();
  return (
    <Article
      path="/contact-us"
      title={<Trans>Contact</Trans>}
      lead={<Trans>Questions, problems or praise: a person reads every message.</Trans>}
    >
      <p>
        <Trans>
          Write to <a href={`mailto:${CONTACT_ADDRESS}`}>{CONTACT_ADDRESS}</a>.
        </Trans>
      </p>
      <form className={styles.form} id="contact-form" noValidate hidden>
        <h2>
          <Trans>Or write here</Trans>
        </h2>
        <Field name="name" label={t`Your name`} problem={t`Enter your name.`}>
          <input id="name" name="name" autoComplete="name" required maxLength={CONTACT_LIMITS.name} />
        </Field>
        <Field name="email" label={t`Your email`} problem={t`Enter an email address we can reply to.`}>
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={CONTACT_LIMITS.email}
          />
        </Field>
        <Field name="message" label={t`Your message`} problem={t`Enter a message.`}>
          <textarea id="message" name="message" rows={7} required maxLength={CONTACT_LIMITS.message} />
        </Field>
        <div className={styles.trap} aria-hidden="true">
          <label htmlFor="website">{t`Leave this empty`}</label>
          <input id="website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <div className={styles.end}>
          <button className={styles.send} type="submit">
            <Trans>Send</Trans>
          </button>
          <p className={styles.answer} role="status" id="contact-answer" />
        </div>
      </form>
      <div hidden>
        <p id="contact-sent">
          <Trans>Thanks, your message is on its way. We’ll reply to the address you gave.</Trans>
        </p>
        <p id="contact-failed">
          <Trans>Couldn’t send your message. It’s still here: try again or write to {CONTACT_ADDRESS}.</Trans>
        </p>
        <p id="contact-too-many">
          <Trans>Too many messages at once. Wait a moment and try again.</Trans>
        </p>
        <p id="contact-refused">
          <Trans>Check the highlighted fields.</Trans>
        </p>
      </div>
    </Article>
  );
}

function Field({
  name,
  label,
  problem,
  children,
}: {
  name: string;
  label: string;
  problem: string;
  children: React.ReactNode;
}) {
  return (
    <div className={styles.field} data-field={name}>
      <label htmlFor={name}>{label}</label>
      {children}
      <p className={styles.problem} id={`${name}-problem`} hidden>
        {problem}
      </p>
    </div>
  );
}
