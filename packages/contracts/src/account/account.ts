import { z } from 'zod';
import { proposedChange } from '#assistant/assistant.ts';
import { PICTURE } from '#auth/account-values.ts';
import { session, user } from '#auth/auth.ts';
import { instant, lineOf, storedId, teamRole } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { LOCALES } from '#core/locales.ts';
import { DELIVERIES } from '#notifications/mail-values.ts';
import { ownShortcuts, shortcutChanges } from './shortcuts.ts';
import { defineRoute } from '#core/route.ts';
import { apiToken } from '#tokens/tokens.ts';
import { comment } from '#comments/comments.ts';
import { attachment } from '#attachments/attachments.ts';
import { documentAttachment } from '#documents/document-attachments.ts';
import { ownDocument } from '#documents/documents.ts';
import { favourite } from '#favourites/favourites.ts';
import { ownTask } from '#reminders/personal-tasks.ts';
import { task } from '#tasks/tasks.ts';
import { timeEntry } from '#time-tracking/time.ts';
import { supportRequest } from '#billing/support.ts';
import { workTime } from '#members/work-times.ts';

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Offsets such as +05:30 are zones to Intl too, but know no summer time. */
const timeZone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), {
    error: 'must be a time zone such as Asia/Kolkata',
  });

const HOUR = 'must be an hour from 0 to 23';

/** A mail a day about what is overdue and due that day, in each team. */
const digest = z.strictObject({
  /** At this hour of the person's day: 8 = 08:00. */
  hour: z.int({ error: HOUR }).min(0, { error: HOUR }).max(23, { error: HOUR }),
  /** Where the account names no time zone: the one of the device on which it was chosen. */
  timeZone,
});
export type Digest = z.infer<typeof digest>;

/** A person as they see themselves. */
const account = z.strictObject({
  ...user.shape,
  /** null = as the device has it */
  language: z.enum(LOCALES).nullable(),
  /** An IANA name; null = as the device has it */
  timeZone: z.string().nullable(),
  /** null = switched off */
  digest: digest.extend({ timeZone: z.string() }).nullable(),
  /** Custom shortcuts of actions, by the action; '' = none. */
  shortcuts: ownShortcuts,
  createdAt: instant,
  /** When the account goes; null unless its deletion was asked for. */
  deletesAt: instant.nullable(),
});
export type Account = z.infer<typeof account>;

/** Everything that is kept about a person, and what they made or were given to do. */
export const accountExport = z.strictObject({
  exportedAt: instant,
  account,
  sessions: z.array(session),
  tokens: z.array(apiToken),
  memberships: z.array(
    z.strictObject({
      teamId: storedId,
      teamName: z.string(),
      teamRole,
      joinedAt: instant,
      leftAt: instant.nullable(),
    }),
  ),
  /** Made by them or assigned to them, in the teams that they are in, as far as they may see them. */
  tasks: z.array(z.strictObject({ teamId: storedId, ...task.shape })),
  comments: z.array(z.strictObject({ teamId: storedId, ...comment.shape })),
  /** Files that they attached; the files themselves lie on their tasks. */
  attachments: z.array(z.strictObject({ teamId: storedId, ...attachment.shape })),
  /** Made by them, with what is written in them, as far as they may see them. */
  documents: z.array(z.strictObject({ teamId: storedId, ...ownDocument.shape })),
  /** Files that they put on documents, where the files themselves lie. */
  documentAttachments: z.array(z.strictObject({ teamId: storedId, ...documentAttachment.shape })),
  /** Their own order of work, and what they have snoozed. */
  ownTasks: z.array(z.strictObject({ teamId: storedId, ...ownTask.shape })),
  /** Projects and saved views that they have at hand, in their order. */
  favourites: z.array(z.strictObject({ teamId: storedId, ...favourite.shape })),
  /** Time that they spent on tasks. */
  timeEntries: z.array(z.strictObject({ teamId: storedId, ...timeEntry.shape })),
  /** How much they take on in a week, and when they are away. */
  workTimes: z.array(z.strictObject({ teamId: storedId, ...workTime.shape })),
  /** What they asked the people behind this installation. */
  supportRequests: z.array(z.strictObject({ teamId: storedId, ...supportRequest.shape })),
  /** What they said to the assistant, and what it answered. */
  assistantMessages: z.array(
    z.strictObject({
      teamId: storedId,
      threadId: storedId,
      thread: z.string(),
      id: storedId,
      role: z.enum(['user', 'assistant']),
      text: z.string(),
      createdAt: instant,
    }),
  ),
  /** What it asked them whether to do; one that has run out still says `open`. */
  assistantProposals: z.array(
    z.strictObject({
      teamId: storedId,
      threadId: storedId.nullable(),
      id: storedId,
      status: z.enum(['open', 'confirmed', 'rejected', 'undone']),
      changes: z.array(proposedChange),
      createdAt: instant,
    }),
  ),
});
export type AccountExport = z.infer<typeof accountExport>;

const reply = z.strictObject({ account });
const pictureBody = { types: PICTURE.types, maxBytes: PICTURE.maxBytes };

export const accountRoutes = [
  defineRoute({
    id: 'account.get',
    method: 'GET',
    path: '/account',
    summary: 'The own account with its preferences',
    rule: { kind: 'session' },
    replies: {
      200: reply.extend({
        /** What becomes of mails here. */
        delivery: z.enum(DELIVERIES),
      }),
    },
  }),
  defineRoute({
    id: 'account.update',
    method: 'PATCH',
    path: '/account',
    summary: 'Change the own name or preferences',
    rule: { kind: 'session' },
    body: z.strictObject({
      name: lineOf(LIMITS.personName).optional(),
      language: z.enum(LOCALES).nullable().optional(),
      timeZone: timeZone.nullable().optional(),
      digest: digest.nullable().optional(),
      shortcuts: shortcutChanges.optional(),
    }),
    replies: { 200: reply },
  }),
  defineRoute({
    id: 'account.export',
    method: 'GET',
    path: '/account/export',
    summary: 'Everything that is kept about the caller, as one file; needs a fresh sign-in',
    rule: { kind: 'session', needsFreshSignIn: true },
    replies: { 200: accountExport },
    rateLimit: 'exports',
  }),
  defineRoute({
    id: 'account.delete',
    method: 'DELETE',
    path: '/account',
    summary: 'Ask for the own account to be deleted in 14 days; ends all sessions',
    rule: { kind: 'session', needsFreshSignIn: true },
    replies: { 204: null },
  }),
  defineRoute({
    id: 'account.keep',
    method: 'POST',
    path: '/account/keep',
    summary: 'Take the request for deletion back',
    rule: { kind: 'session' },
    replies: { 200: reply },
  }),
] as const;

export const filesRoutes = [
  defineRoute({
    id: 'account.putImage',
    method: 'PUT',
    path: '/account/image',
    summary: 'Put a picture of oneself in the place of the present one',
    rule: { kind: 'session' },
    upload: pictureBody,
    replies: { 200: reply },
    rateLimit: 'uploads',
  }),
  defineRoute({
    id: 'account.deleteImage',
    method: 'DELETE',
    path: '/account/image',
    summary: 'Be shown by initials',
    rule: { kind: 'session' },
    replies: { 200: reply },
  }),
  defineRoute({
    id: 'images.get',
    method: 'GET',
    path: '/images/{image}',
    summary: 'A picture, by an address that cannot be guessed',
    rule: { kind: 'public' },
    params: z.strictObject({ image: z.string().max(100) }),
    replies: { 200: null },
    rateLimit: 'images',
  }),
] as const;
