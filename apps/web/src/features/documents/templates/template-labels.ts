import type { BuiltInTemplate } from '@hearth/contracts/documents/document-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

interface TemplateLabels {
  icon: string;
  title: MessageDescriptor;
  about: MessageDescriptor;
  /** Whether the template is for a recurring occasion. The title then contains the date. */
  isDated?: true;
}

export const TEMPLATE_LABELS: Record<BuiltInTemplate, TemplateLabels> = {
  meetingNotes: {
    icon: '📝',
    title: msg`Meeting notes`,
    about: msg`Agenda, decisions and next steps`,
    isDated: true,
  },
  projectBrief: { icon: '🎯', title: msg`Project brief`, about: msg`Goal, scope, people and dates` },
  decisionRecord: {
    icon: '🧭',
    title: msg`Decision record`,
    about: msg`What was decided, and why`,
    isDated: true,
  },
  weeklyPlan: {
    icon: '📅',
    title: msg`Weekly plan`,
    about: msg`Priorities for the week, day by day`,
    isDated: true,
  },
  howTo: { icon: '🛠️', title: msg`How-to guide`, about: msg`Steps that anyone can follow` },
  retrospective: {
    icon: '💬',
    title: msg`Retrospective`,
    about: msg`What went well, and what to change`,
    isDated: true,
  },
};
