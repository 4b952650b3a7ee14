import { useMediaQuery } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { AssistantSection } from './assistant-section.tsx';
import { AuditLog } from '#features/audit/index.ts';
import { BillingSettings, SupportForm } from '#features/billing/index.ts';
import { TokenList } from '#features/tokens/index.ts';
import { LanguageSettings, ProfileSettings, SessionList } from '#features/auth/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useCurrentTeam } from '#platform/session/teams.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { Appearance } from '#shell/page/appearance.tsx';
import { Page } from '#shell/page/page.tsx';
import { DataSection } from './data-section.tsx';
import { NotificationSection } from './notification-section.tsx';
import {
  findSettingsSection,
  SETTINGS_SECTIONS,
  type SettingsSection,
  type SettingsSectionName,
} from './settings-sections.ts';
import { TeamSection } from './team-section.tsx';
import { TransferSection } from './transfer-section.tsx';
import { WorkSection } from './work-section.tsx';
import styles from './settings.module.css';

const CONTENTS: Record<SettingsSectionName, () => React.ReactNode> = {
  profile: ProfileSettings,
  appearance: Appearance,
  language: LanguageSettings,
  notifications: NotificationSection,
  sessions: SessionList,
  data: DataSection,
  help: SupportForm,
  team: TeamSection,
  work: WorkSection,
  assistant: AssistantSection,
  billing: BillingSettings,
  transfer: TransferSection,
  audit: AuditLog,
  tokens: TokenList,
};

/** A list of sections next to the section in the URL. On phones, the list comes first, then the section. */
export function SettingsScreen() {
  const { t } = useLingui();
  const { section: named } = useParams({ strict: false });
  const isWide = useMediaQuery('(min-width: 60rem)', undefined, { getInitialValueInEffect: false });
  const chosen = findSettingsSection(named ?? '');
  const section = chosen ?? (isWide ? SETTINGS_SECTIONS[0] : undefined);
  return (
    <Page title={t`Settings`}>
      <div className={styles.frame} data-wide={isWide || undefined}>
        {(isWide || section === undefined) && <SectionList current={section?.name} isWide={isWide} />}
        {section !== undefined && (
          <div className={styles.section} key={section.name}>
            {!isWide && (
              <Link to="/dashboard/settings" search={{}} className={styles.back}>
                <IconChevronLeft size={16} stroke={1.8} aria-hidden="true" />
                <Trans>All settings</Trans>
              </Link>
            )}
            <Section section={section} />
          </div>
        )}
      </div>
    </Page>
  );
}

function Section({ section }: { section: SettingsSection & { name: SettingsSectionName } }) {
  const { i18n } = useLingui();
  const title = i18n._(section.title);
  useTitle(title);
  const Content = CONTENTS[section.name];
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.lead}>{i18n._(section.hint)}</p>
      <Content />
    </section>
  );
}

function SectionList({ current, isWide }: { current: string | undefined; isWide: boolean }) {
  const { t } = useLingui();
  const team = useCurrentTeam();
  return (
    <nav className={styles.list} aria-label={t`Settings`}>
      <h2 className={styles.listHeading}>
        <Trans>You</Trans>
      </h2>
      <SectionLinks isOfTeam={false} current={current} isWide={isWide} />
      <h2 className={styles.listHeading}>{team?.name}</h2>
      <SectionLinks isOfTeam current={current} isWide={isWide} />
    </nav>
  );
}

function SectionLinks({
  isOfTeam,
  current,
  isWide,
}: {
  isOfTeam: boolean;
  current: string | undefined;
  isWide: boolean;
}) {
  const { i18n } = useLingui();
  const may = useMay();
  const sections: readonly (SettingsSection & { name: SettingsSectionName })[] = SETTINGS_SECTIONS;
  const shown = sections.filter(
    (section) => section.isOfTeam === isOfTeam && (section.action === undefined || may(section.action)),
  );
  return (
    <ul>
      {shown.map((section) => {
        const SectionIcon = section.icon;
        return (
          <li key={section.name}>
            <Link
              to="/dashboard/settings/$section"
              params={{ section: section.name }}
              search={{}}
              className={styles.link}
              data-selected={section.name === current || undefined}
              aria-current={section.name === current ? 'page' : undefined}
            >
              <SectionIcon size={17} stroke={1.6} aria-hidden="true" />
              <span className={styles.linkText}>{i18n._(section.title)}</span>
              {!isWide && <IconChevronRight size={16} stroke={1.7} aria-hidden="true" />}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
