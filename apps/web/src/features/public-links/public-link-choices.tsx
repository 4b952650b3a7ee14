import { PUBLIC_LINK_DAYS, type PublicLinkDays } from '@hearth/contracts/public-link-values';
import type { PublicLink } from '@hearth/contracts/public-links';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCopy, IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useCopyLink } from '#features/invites/index.ts';
import { Switch } from '#ui/choice.tsx';
import { useFormats } from '#ui/formats.ts';
import { Picker } from '#ui/picker.tsx';
import type { LinkWish } from './public-links.data.ts';
import styles from './public-links.module.css';

const NEVER = 'never';

interface PublicLinkChoicesProps {
  link: PublicLink;
  isBusy: boolean;
  onChange: (wish: LinkWish) => void;
  onReplace: () => void;
}

/** The link itself, what it shows, and how long it works. */
export function PublicLinkChoices({ link, isBusy, onChange, onReplace }: PublicLinkChoicesProps) {
  const { t } = useLingui();
  const copy = useCopyLink();
  return (
    <div className={styles.choices}>
      <div className={styles.address}>
        <input
          className={styles.url}
          aria-label={t`Address of the public link`}
          value={link.url}
          readOnly
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          leftSection={<IconCopy size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => void copy(link.url)}
        >
          <Trans>Copy link</Trans>
        </Button>
      </div>
      <p className={styles.note}>
        <Trans>
          They see its name, how it goes, and its tasks with status, type, priority, labels, due date and
          sub-tasks. Never comments, files, history or who is in the team.
        </Trans>
      </p>
      <Switch
        label={t`Show descriptions`}
        hint={t`Of the project and of its tasks, with their checklists.`}
        isChecked={link.showsDescriptions}
        isDisabled={isBusy}
        onChange={(showsDescriptions) => onChange({ showsDescriptions })}
      />
      <Switch
        label={t`Show names of people`}
        hint={t`Who leads the project, and who works on which task.`}
        isChecked={link.showsNames}
        isDisabled={isBusy}
        onChange={(showsNames) => onChange({ showsNames })}
      />
      <EndField link={link} isBusy={isBusy} onChange={onChange} />
      <div className={styles.buttons}>
        <Button
          variant="default"
          component="a"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} stroke={1.7} aria-hidden="true" />}
        >
          <Trans>See what they see</Trans>
        </Button>
        <Button
          variant="default"
          disabled={isBusy}
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden="true" />}
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
            <Trans>It shows nothing any more: choose another time.</Trans>
          </span>
        )}
      </span>
      <Picker
        label={t`When the public link ends`}
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
