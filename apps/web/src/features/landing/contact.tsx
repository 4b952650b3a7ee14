import { CONTACT_LIMITS } from '@hearth/contracts/contact';
import { Trans, useLingui } from '@lingui/react/macro';
import { Article } from './article.tsx';
import styles from './contact.module.css';

/** Filled in by the web server for each installation. */
export const CONTACT_ADDRESS = '__CONTACT_ADDRESS__';

/** The address for everybody; the form only where a script can send it and mail is set up. */
export function Contact() {
  const { t } = useLingui();
  return (
    <Article
      path="/contact-us"
      title={<Trans>Contact</Trans>}
      lead={<Trans>Questions, trouble, praise: a person reads what you write.</Trans>}
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
        <Field name="name" label={t`Your name`} problem={t`Please tell us your name.`}>
          <input id="name" name="name" autoComplete="name" required maxLength={CONTACT_LIMITS.name} />
        </Field>
        <Field
          name="email"
          label={t`Your mail address`}
          problem={t`Please give a mail address that we can answer to.`}
        >
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={CONTACT_LIMITS.email}
          />
        </Field>
        <Field name="message" label={t`Your message`} problem={t`Please write a message.`}>
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
          <Trans>Thank you. Your message is on its way; we answer to the address that you gave.</Trans>
        </p>
        <p id="contact-failed">
          <Trans>
            Your message could not be sent. It is still here: please try again, or write to {CONTACT_ADDRESS}.
          </Trans>
        </p>
        <p id="contact-too-many">
          <Trans>That was a lot at once. Please wait a moment and try again.</Trans>
        </p>
        <p id="contact-refused">
          <Trans>Please look at the fields that are marked.</Trans>
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
