import { PUBLIC_LINK_DAYS, type PublicLinkDays } from '@hearth/contracts/public-links/public-link-values';
import type { PublicLink } from '@hearth/contracts/public-links/public-links';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCopy, IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { AnchorButton, Button } from '#ui/buttons/button.tsx';
import { useCopyLink } from '#features/invites/index.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import type { LinkOptions } from './public-links.data.ts';
import styles from './public-links.module.css';

const NEVER = 'never';

interface PublicLinkChoicesProps {
  link: PublicLink;
  isBusy: boolean;
  onChange: (options: LinkOptions) => void;
  onReplace: () => void;
}

/** The public link, its content and its expiry. */
export function PublicLinkChoices({ link, isBusy, onChange, onReplace }: PublicLinkChoicesProps) {
  const { t } = useLingui();
  const copy = useCopyLink();
  return (
    <div className={styles.choices}>
      <div className={styles.address}>
        <input
          className={styles.url}
          aria-label={t`Public link URL`}
          value={link.url}
          readOnly
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          icon={<IconCopy size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => void copy(link.url)}
        >
          <Trans>Copy link</Trans>
        </Button>
      </div>
      <p className={styles.note}>
        <Trans>
          Shows its name, health and tasks with status, type, priority, labels, due date and sub-tasks. Never
          comments, files, history or team members.
        </Trans>
      </p>
      <Switch
        label={t`Show descriptions`}
        hint={t`For the project and its tasks, including checklists.`}
        isChecked={link.showsDescriptions}
        isDisabled={isBusy}
        onChange={(showsDescriptions) => onChange({ showsDescriptions })}
      />
      <Switch
        label={t`Show people’s names`}
        hint={t`The project lead and each task’s assignees.`}
        isChecked={link.showsNames}
        isDisabled={isBusy}
        onChange={(showsNames) => onChange({ showsNames })}
      />
      <EndField link={link} isBusy={isBusy} onChange={onChange} />
      <div className={styles.buttons}>
        <AnchorButton
          variant="default"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          icon={<IconExternalLink size={16} stroke={1.7} aria-hidden="true" />}
        >
          <Trans>Preview</Trans>
        </AnchorButton>
        <Button
          variant="default"
          disabled={isBusy}
          icon={<IconRefresh size={16} stroke={1.7} aria-hidden="true" />}
          onClick={onReplace}
        >
          <Trans>New link…</Trans>
        </Button>
      </div>
    </div>
  );
}

function EndField({ link, isBusy, onChange }: Omit<PublicLinkChoicesProps, 'onReplace'>) {
  const { t } = useLingui();
  const formats = useFormats();
  const end = link.expiresAt === null ? null : formats.moment(link.expiresAt);
  return (
    <div className={styles.end}>
      <span className={styles.endName}>
        <Trans>Ends</Trans>
        {link.state === 'expired' && (
          <span className={styles.over}>
            <Trans>This time has passed. Choose another.</Trans>
          </span>
        )}
      </span>
      <Picker
        label={t`Link expiry`}
        isFramed
        isDisabled={isBusy}
        options={[
          ...PUBLIC_LINK_DAYS.map((days) => ({
            value: String(days),
            label: plural(days, { one: 'In a day', other: 'In # days' }),
          })),
          { value: NEVER, label: t`Never` },
        ]}
        selected={link.expiresAt === null ? [NEVER] : []}
        onPick={(value) =>
          onChange({ expiresInDays: value === NEVER ? null : (Number(value) as PublicLinkDays) })
        }
      >
        {end ?? t`Never`}
      </Picker>
    </div>
  );
}
