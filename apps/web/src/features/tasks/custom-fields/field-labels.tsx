import type { FieldFault, FieldType, FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconCalendar,
  IconCash,
  IconCheckbox,
  IconCircleDot,
  IconHash,
  IconLayersLinked,
  IconLetterCase,
  IconLink,
  IconListCheck,
  IconMathFunction,
  IconPercentage,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { usePeople } from '#features/members/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { formatValue } from './field-texts.ts';
import type { TeamField } from './fields.data.ts';

export const FIELD_TYPE_LABELS: Record<FieldType, MessageDescriptor> = {
  text: msg`Text`,
  number: msg({ message: 'Number', context: 'a type of field' }),
  money: msg`Money`,
  percent: msg`Percent`,
  date: msg`Date`,
  select: msg`Single select`,
  multiSelect: msg`Multi-select`,
  person: msg`Person`,
  checkbox: msg`Checkbox`,
  url: msg`Link`,
  relation: msg`Other tasks`,
  formula: msg`Formula`,
};

const TYPE_ICONS: Record<FieldType, Icon> = {
  text: IconLetterCase,
  number: IconHash,
  money: IconCash,
  percent: IconPercentage,
  date: IconCalendar,
  select: IconCircleDot,
  multiSelect: IconListCheck,
  person: IconUser,
  checkbox: IconCheckbox,
  url: IconLink,
  relation: IconLayersLinked,
  formula: IconMathFunction,
};

export function FieldTypeIcon({ type }: { type: FieldType }) {
  const Glyph = TYPE_ICONS[type];
  return <Glyph size={16} stroke={1.7} aria-hidden="true" />;
}

const most = LIMITS.fieldText;

/** Validation messages. Errors that user input cannot cause have no message. */
export const FAULT_MESSAGES: Partial<Record<FieldFault, MessageDescriptor>> = {
  tooLong: msg`Up to ${most} characters.`,
  line: msg`One line, without special characters.`,
  number: msg`A number, such as 1250 or 12.5.`,
  url: msg`A web or mail address, such as https://example.com.`,
};

/** Returns a function that formats values in the reader's language. */
export function useValueFormatter(): (field: TeamField, value: FieldValue) => string {
  const { t } = useLingui();
  const people = usePeople();
  const store = useTeamStore();
  // Subscribe to language changes because the formats depend on the language.
  useFormats();
  const names = {
    person: (id: string) => people.find((one) => one.id === id)?.name ?? t`Former member`,
    task: (id: string) => store.row('task', id)?.title ?? t`an older task`,
    removedOption: t`Removed option`,
    yes: t`Yes`,
  };
  return (field, value) => formatValue(field, value, names);
}
