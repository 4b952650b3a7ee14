import { Plural, Trans } from '@lingui/react/macro';
import { useAssistantSettings } from '#features/assistant/talk/use-assistant-settings.ts';
import { useFormats } from '#ui/format/formats.ts';
import styles from './chat.module.css';

/** A low-quota notice is shown from this share of the plan's quota. */
const LOW = 0.8;

/**
 * Shows which model answers and how much of its quota is used.
 * @param turns refetches the quota when this number changes
 */
export function Badge({ turns }: { turns: number }) {
  const formats = useFormats();
  const { data } = useAssistantSettings(String(turns));
  if (data === undefined) return <p className={styles.badge}>&nbsp;</p>;
  const { provider, mode, usage } = data;
  const isModel = provider !== 'builtin' && mode === 'any';
  const [used, max] = [formats.number(usage.used), formats.number(usage.max)];
  if (mode === 'off')
    return (
      <p className={styles.badge}>
        <Trans>The assistant is turned off for this team.</Trans>
      </p>
    );
  const isLow = isModel && usage.used >= usage.max * LOW;
  return (
    <p className={styles.badge} data-low={isLow || undefined}>
      {isLow ? (
        usage.used < usage.max ? (
          <Trans>
            {provider} ·{' '}
            <Plural
              value={usage.max - usage.used}
              one="# message left this month."
              other="# messages left this month."
            />{' '}
            Then the built-in assistant answers.
          </Trans>
        ) : (
          <Trans>
            {provider} · All {max} messages of this month are used. The built-in assistant answers now.
          </Trans>
        )
      ) : isModel ? (
        <Trans>
          {provider} · {used} of {max} messages this month. Check what matters.
        </Trans>
      ) : (
        <Trans>Built-in assistant: commands and search, no AI model</Trans>
      )}
    </p>
  );
}
