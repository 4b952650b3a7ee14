import type { RepeatMode } from '#recurrence/recurrence-values.ts';
import type { ReminderWish } from '#reminders/reminder-values.ts';
import type { EstimateUnit, Priority } from '#model/task-values.ts';

/** When somebody is to be reminded, before it is anybody's reminder. */
export type When = Pick<ReminderWish, 'on' | 'day' | 'days' | 'time' | 'minutes'>;

/** What a piece of a typed title stands for. */
export type QuickValue =
  | { kind: 'due'; day: string }
  | { kind: 'start'; day: string }
  | { kind: 'range'; start: string; due: string }
  /** A time of day on that day; on the present one, or the first of what comes again, where none is named. */
  | { kind: 'time'; on: 'due' | 'start'; time: string; today: string }
  | { kind: 'person'; id: string; name: string }
  | { kind: 'project'; id: string; name: string }
  /** `id` null: a label that is yet to be made. */
  | { kind: 'label'; id: string | null; name: string }
  | { kind: 'priority'; priority: Priority }
  /** Points, or hours where the team counts those. */
  | { kind: 'estimate'; points: number }
  | { kind: 'remind'; when: When }
  /** `today`: the day on which it was read. */
  | { kind: 'repeat'; mode: RepeatMode; rule: string; today: string };

export interface QuickToken {
  /** Where it stands in the text, prepositions and all. */
  start: number;
  end: number;
  text: string;
  /** One, or several where it is ambiguous. */
  values: readonly QuickValue[];
  /** Where each of the values is said, if not all of them here. */
  places?: readonly Pick<QuickToken, 'start' | 'end' | 'text'>[] | undefined;
}

export interface Named {
  id: string;
  name: string;
}

/** All that reading depends on; nothing is asked of the clock or the browser. */
export interface QuickContext {
  /** `2026-11-21`, where the person is. */
  today: string;
  ownId: string;
  people: readonly Named[];
  projects: readonly (Named & { key: string })[];
  labels: readonly Named[];
  mayMakeLabels: boolean;
  estimateUnit: EstimateUnit;
}
