import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import type { RichNames } from '#ui/rich/rich-names.ts';
import { RichView } from '#ui/rich/rich-view.tsx';
import styles from './description.module.css';

interface DescriptionClashProps {
  mine: RichText;
  current: RichText;
  names: RichNames;
  onKeepMine: () => void;
  onTakeCurrent: () => void;
  onCopyMine: () => void;
}

/** Shows two conflicting edits of a description and asks the user which one to keep. */
export function DescriptionClash({ mine, current, names, ...acts }: DescriptionClashProps) {
  const { t } = useLingui();
  const sides = [
    { id: 'mine', title: t`Your version`, doc: mine },
    { id: 'theirs', title: t`Current version`, doc: current },
  ];
  return (
    <section role="alert" aria-label={t`Two descriptions`} className={styles.clash}>
      <p>
        <Trans>
          <strong>Someone else changed this description while you were writing.</strong> The version you don’t
          keep stays in the history.
        </Trans>
      </p>
      <div className={styles.sides}>
        {sides.map(({ id, title, doc }) => (
          <section key={id} className={styles.side} aria-label={title}>
            <h3>{title}</h3>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be keyboard-accessible */}
            <div className={styles.scroll} tabIndex={0} role="group" aria-label={title}>
              <RichView doc={doc} names={names} />
            </div>
          </section>
        ))}
      </div>
      <div className={styles.choices}>
        <Button size="small" onClick={acts.onKeepMine}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button size="small" variant="default" onClick={acts.onTakeCurrent}>
          <Trans>Use theirs</Trans>
        </Button>
        <Button size="small" variant="subtle" onClick={acts.onCopyMine}>
          <Trans>Copy mine</Trans>
        </Button>
      </div>
    </section>
  );
}
