import type { Action } from '@hearth/contracts/permissions/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconBell,
  IconCreditCard,
  IconDatabaseExport,
  IconDevices,
  IconHistory,
  IconKey,
  IconLanguage,
  IconLifebuoy,
  IconMessageCircle,
  IconPackageExport,
  IconPalette,
  IconTags,
  IconUser,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';

export interface SettingsSection {
  /** The last segment of the section's path. */
  name: string;
  title: MessageDescriptor;
  hint: MessageDescriptor;
  icon: Icon;
  isOfTeam: boolean;
  /** The section is listed only if this action is permitted. */
  action?: Action;
}

/** Sections of Settings, in list order. */
export const SETTINGS_SECTIONS = [
  {
    name: 'profile',
    title: msg`Profile`,
    hint: msg`How your teams see you.`,
    icon: IconUser,
    isOfTeam: false,
  },
  {
    name: 'appearance',
    title: msg`Appearance`,
    hint: msg`How Hearth looks in this browser.`,
    icon: IconPalette,
    isOfTeam: false,
  },
  {
    name: 'language',
    title: msg`Language and time`,
    hint: msg`Saved to your account and synced to all your devices.`,
    icon: IconLanguage,
    isOfTeam: false,
  },
  {
    name: 'notifications',
    title: msg`Notifications`,
    hint: msg`What you’re notified about, and where.`,
    icon: IconBell,
    isOfTeam: false,
  },
  {
    name: 'sessions',
    title: msg`Sessions`,
    hint: msg`Where you are signed in.`,
    icon: IconDevices,
    isOfTeam: false,
  },
  {
    name: 'tokens',
    title: msg`API tokens`,
    hint: msg`Connect scripts and apps to Hearth as you.`,
    icon: IconKey,
    isOfTeam: false,
  },
  {
    name: 'data',
    title: msg`Privacy and data`,
    hint: msg`Export your data or delete your account.`,
    icon: IconDatabaseExport,
    isOfTeam: false,
  },
  {
    name: 'help',
    title: msg`Help`,
    hint: msg`Questions, problems and ideas reach a person.`,
    icon: IconLifebuoy,
    isOfTeam: false,
    action: 'support.ask',
  },
  {
    name: 'team',
    title: msg`General`,
    hint: msg`Team name, invites and working days.`,
    icon: IconUsersGroup,
    isOfTeam: true,
  },
  {
    name: 'work',
    title: msg`Statuses and labels`,
    hint: msg`Board columns, labels and task types.`,
    icon: IconTags,
    isOfTeam: true,
  },
  {
    name: 'assistant',
    title: msg`Assistant`,
    hint: msg`Who answers on this team, and what it may read.`,
    icon: IconMessageCircle,
    isOfTeam: true,
    action: 'assistant.configure',
  },
  {
    name: 'billing',
    title: msg`Billing`,
    hint: msg`Plan, payment and invoices.`,
    icon: IconCreditCard,
    isOfTeam: true,
    action: 'billing.read',
  },
  {
    name: 'transfer',
    title: msg`Export and import`,
    hint: msg`Export the whole team as one file, as a copy or to move to another Hearth.`,
    icon: IconPackageExport,
    isOfTeam: true,
  },
  {
    name: 'audit',
    title: msg`Audit log`,
    hint: msg`Who did what on the team, in a tamper-proof log.`,
    icon: IconHistory,
    isOfTeam: true,
    action: 'audit.read',
  },
] as const satisfies readonly SettingsSection[];

export type SettingsSectionName = (typeof SETTINGS_SECTIONS)[number]['name'];

export function findSettingsSection(name: string): (typeof SETTINGS_SECTIONS)[number] | undefined {
  return SETTINGS_SECTIONS.find((section) => section.name === name);
}
