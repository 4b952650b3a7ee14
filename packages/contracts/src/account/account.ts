import { z } from 'zod';
import { proposedChange } from '#assistant/assistant.ts';
import { PICTURE } from '#auth/account-values.ts';
import { session, user } from '#auth/auth.ts';
import { instant, lineOf, storedId, teamRole, timeZone } from '#core/fields.ts';
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

const HOUR = 'must be an hour from 0 to 23';

/** Settings of the daily digest email. Per team, it lists overdue tasks and tasks due that day. */
const digest = z.strictObject({
  /** Local hour of delivery: 8 is 08:00. */
  hour: z.int({ error: HOUR }).min(0, { error: HOUR }).max(23, { error: HOUR }),
  /** Used if the account has no time zone: the time zone of the device on which the digest was enabled. */
  timeZone,
});
export type Digest = z.infer<typeof digest>;

/** The account of the signed-in user. */
const account = z.strictObject({
  ...user.shape,
  /** Null for the device's language. */
  language: z.enum(LOCALES).nullable(),
  /** An IANA name. Null for the device's time zone. */
  timeZone: z.string().nullable(),
  /** Null if disabled. */
  digest: digest.extend({ timeZone: z.string() }).nullable(),
  /** Custom shortcuts by action. An empty string means no shortcut. */
  shortcuts: ownShortcuts,
  createdAt: instant,
  /** When the account will be deleted. Null unless its deletion was requested. */
  deletesAt: instant.nullable(),
});
export type Account = z.infer<typeof account>;

/** Data export of a user: all data stored about the user, and the visible content that the user created or is assigned to. */
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
  /** Visible tasks that the user created or is assigned to. */
  tasks: z.array(z.strictObject({ teamId: storedId, ...task.shape })),
  comments: z.array(z.strictObject({ teamId: storedId, ...comment.shape })),
  /** Metadata of files that the user attached to tasks. The files are not included. */
  attachments: z.array(z.strictObject({ teamId: storedId, ...attachment.shape })),
  /** Visible documents that the user created, with content. */
  documents: z.array(z.strictObject({ teamId: storedId, ...ownDocument.shape })),
  /** Metadata of files that the user attached to documents. The files are not included. */
  documentAttachments: z.array(z.strictObject({ teamId: storedId, ...documentAttachment.shape })),
  /** The user's private state of tasks: order in My work, snoozes and reminders. */
  ownTasks: z.array(z.strictObject({ teamId: storedId, ...ownTask.shape })),
  /** The user's favourite projects, saved views and documents, in order. */
  favourites: z.array(z.strictObject({ teamId: storedId, ...favourite.shape })),
  /** The user's time entries on tasks. */
  timeEntries: z.array(z.strictObject({ teamId: storedId, ...timeEntry.shape })),
  /** The user's weekly capacity and absences. */
  workTimes: z.array(z.strictObject({ teamId: storedId, ...workTime.shape })),
  /** The user's support requests to this installation. */
  supportRequests: z.array(z.strictObject({ teamId: storedId, ...supportRequest.shape })),
  /** The user's messages to the assistant, and the assistant's answers. */
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
  /** The assistant's proposals. Expired proposals keep the status `open`. */
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
        /** How this installation delivers email. */
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
