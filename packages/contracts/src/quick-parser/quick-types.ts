import type { RepeatMode } from '#recurrence/recurrence-values.ts';
import type { ReminderWish } from '#reminders/reminder-values.ts';
import type { EstimateUnit, Priority } from '#model/task-values.ts';

/** The time of a reminder that is not assigned to a user yet. */
export type When = Pick<ReminderWish, 'on' | 'day' | 'days' | 'time' | 'minutes'>;

/** The meaning of a token in a title. */
export type QuickValue =
  | { kind: 'due'; day: string }
  | { kind: 'start'; day: string }
  | { kind: 'range'; start: string; due: string }
  /** A time of day on the due or start day. Without a day, it applies to today or the first occurrence. */
  | { kind: 'time'; on: 'due' | 'start'; time: string; today: string }
  | { kind: 'person'; id: string; name: string }
  | { kind: 'project'; id: string; name: string }
  /** `id` is null for a label to be created. */
  | { kind: 'label'; id: string | null; name: string }
  | { kind: 'priority'; priority: Priority }
  /** In the team's unit: points or hours. */
  | { kind: 'estimate'; points: number }
  | { kind: 'remind'; when: When }
  /** `today` is the day on which the text was parsed. */
  | { kind: 'repeat'; mode: RepeatMode; rule: string; today: string };

export interface QuickToken {
  /** Offsets in the text, including prepositions. */
  start: number;
  end: number;
  text: string;
  /** Several values if the token is ambiguous. */
  values: readonly QuickValue[];
  /** The source of each value, if some values come from other tokens. */
  places?: readonly Pick<QuickToken, 'start' | 'end' | 'text'>[] | undefined;
}

export interface Named {
  id: string;
  name: string;
}

/** All inputs of the parser besides the text. The parser uses neither the clock nor browser APIs. */
export interface QuickContext {
  /** `2026-11-21`, in the user's time zone. */
  today: string;
  ownId: string;
  people: readonly Named[];
  projects: readonly (Named & { key: string })[];
  labels: readonly Named[];
  mayMakeLabels: boolean;
  estimateUnit: EstimateUnit;
}
