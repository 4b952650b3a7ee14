import { describe, expect, it } from 'vitest';
import { TEAM_ROLES, type TeamRole } from '@hearth/contracts/permissions/permissions';
import type { Team } from '@hearth/contracts/teams/teams';
import { AppError } from '#platform/errors.ts';
import {
  assertIsNew,
  assertKnown,
  assertLetsIn,
  assertMayInvite,
  assertMayMail,
  assertMayRevoke,
  assertShape,
} from './invite-rules.ts';

const NOW = new Date('2026-11-20T09:30:00.000Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

/** Returns the error as one line, or 'passes'. */
function outcomeOf(check: () => unknown): string {
  try {
    check();
    return 'passes';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = (error.errors ?? []).map(({ path, message }) => ` [${path}: ${message}]`).join('');
    const wait = error.retryAfterSeconds === undefined ? '' : ` (${error.retryAfterSeconds} s)`;
    return `${error.code} ${error.detail}${fields}${wait}`;
  }
}

const open = {
  role: 'member' as TeamRole,
  inviter_role: 'admin' as TeamRole | null,
  revoked_at: null as Date | null,
  expires_at: at(1),
  max_uses: null as number | null,
  uses: 0,
};

describe('assertShape', () => {
  const DOMAIN =
    'INVALID_REQUEST domain can’t be combined with email: it’s for invite links. [domain: can’t be combined with email: it’s for invite links]';
  const USES =
    'INVALID_REQUEST maxUses must be 1 for an invite to an email address. [maxUses: must be 1 for an invite to an email address]';
  it.each([
    {},
    { domain: 'corp.example', maxUses: 5 },
    { email: 'a@b.example' },
    { email: 'a@b.example', maxUses: 1 },
  ])('accepts %j', (body) => {
    expect(outcomeOf(() => assertShape(body))).toBe('passes');
  });

  it.each([
    [{ email: 'a@b.example', maxUses: 2 }, USES],
    [{ email: 'a@b.example', domain: 'b.example' }, DOMAIN],
  ])('rejects %j: %s', (body, outcome) => {
    expect(outcomeOf(() => assertShape(body))).toBe(outcome);
  });
});

describe('invite permissions', () => {
  const reader = (role: TeamRole, membersMayInvite = false) => ({ userId: 'ann', role, membersMayInvite });

  it('checks the role for creating an invite and explains denials', () => {
    const refused =
      'FORBIDDEN Owners can invite people to any role, admins can invite members and guests, and members can invite guests if the team allows it.';
    expect(outcomeOf(() => assertMayInvite(reader('admin'), 'member'))).toBe('passes');
    expect(outcomeOf(() => assertMayInvite(reader('admin'), 'admin'))).toBe(refused);
    expect(outcomeOf(() => assertMayInvite(reader('member'), 'guest'))).toBe(refused);
    expect(outcomeOf(() => assertMayInvite(reader('member', true), 'guest'))).toBe('passes');
  });

  it('lets the author and roles that are allowed to create the invite revoke it', () => {
    const refused = 'FORBIDDEN Only people who can make this kind of invite can use it.';
    const invite = (role: TeamRole, created_by = 'bob') => ({ role, created_by });
    expect(outcomeOf(() => assertMayRevoke(invite('admin', 'ann'), reader('guest')))).toBe('passes');
    expect(outcomeOf(() => assertMayRevoke(invite('member'), reader('admin')))).toBe('passes');
    expect(outcomeOf(() => assertMayRevoke(invite('admin'), reader('admin')))).toBe(refused);
    expect(outcomeOf(() => assertMayRevoke(invite('guest'), reader('member')))).toBe(refused);
    expect(outcomeOf(() => assertMayRevoke(invite('guest'), reader('member', true)))).toBe('passes');
  });
});

it('rejects addresses of members and addresses that are already invited', () => {
  const member = 'Someone with this email address is already in the team.';
  const invited = 'This email address is already invited. Send that invite again, or revoke it first.';
  expect(outcomeOf(() => assertIsNew({ isMember: false, isInvited: false }))).toBe('passes');
  for (const isInvited of [true, false])
    expect(outcomeOf(() => assertIsNew({ isMember: true, isInvited }))).toBe(
      `CONFLICT ${member} [member: ${member}]`,
    );
  expect(outcomeOf(() => assertIsNew({ isMember: false, isInvited: true }))).toBe(
    `CONFLICT ${invited} [email: ${invited}]`,
  );
});

it('rejects revoked invites and invites of deleted teams', () => {
  const unknown = 'NOT_FOUND This invite doesn’t exist, or you don’t have access to it.';
  const team = { deletedAt: null } as Team;
  expect(assertKnown(open, team)).toEqual({ invite: open, team });
  expect(outcomeOf(() => assertKnown(null, team))).toBe(unknown);
  expect(outcomeOf(() => assertKnown({ ...open, revoked_at: NOW }, team))).toBe(unknown);
  expect(outcomeOf(() => assertKnown(open, null))).toBe(unknown);
  expect(outcomeOf(() => assertKnown(open, { ...team, deletedAt: NOW.toISOString() }))).toBe(unknown);
});

describe('assertLetsIn', () => {
  const over = 'INVITE_EXPIRED This invite is no longer valid. Ask for a new one.';
  it.each([
    ['accepts an invite before it expires', {}, 'passes'],
    ['rejects an invite at its expiry time', { expires_at: NOW }, over],
    ['accepts an invite while uses are left', { max_uses: 2, uses: 1 }, 'passes'],
    ['rejects an invite once it is used up', { max_uses: 2, uses: 2 }, over],
    ['accepts an invite without a use limit any number of times', { uses: 1_000 }, 'passes'],
    ['rejects an invite once the inviter has left', { inviter_role: null }, over],
    [
      'rejects an invite once the inviter is no longer allowed to invite to this role',
      { inviter_role: 'member' as const },
      over,
    ],
    ['rejects an invite for a role above that of the inviter', { role: 'admin' as const }, over],
  ])('%s', (_when, change, outcome) => {
    expect(outcomeOf(() => assertLetsIn({ ...open, ...change }, false, NOW))).toBe(outcome);
  });

  it('accepts a member’s invite only while the team lets members invite', () => {
    const byMember = { ...open, role: 'guest', inviter_role: 'member' } as const;
    expect(outcomeOf(() => assertLetsIn(byMember, true, NOW))).toBe('passes');
    expect(outcomeOf(() => assertLetsIn(byMember, false, NOW))).toBe(over);
  });
});

describe('assertMayMail', () => {
  const mailed = { ...open, email: 'a@b.example' as string | null, mails_asked: 1, mail_asked_at: NOW };
  const from = { hasMail: true, membersMayInvite: false, now: NOW };
  const SOON = 'RATE_LIMITED The email is on its way. Wait a few minutes before you send it again.';
  const BLOCKED =
    'INVALID_STATE The person who made this invite can’t invite people any more. Make a new one.';

  it.each([
    ['allows a resend immediately after the first mail', {}, 'passes'],
    ['rejects a resend immediately after the second mail', { mails_asked: 2 }, `${SOON} (300 s)`],
    [
      'rejects a resend before the waiting time has passed',
      { mails_asked: 4, mail_asked_at: at(-299.5) },
      `${SOON} (1 s)`,
    ],
    [
      'allows a resend once the waiting time has passed',
      { mails_asked: 4, mail_asked_at: at(-300) },
      'passes',
    ],
    [
      'allows a mail immediately if none was requested yet',
      { mails_asked: 0, mail_asked_at: null },
      'passes',
    ],
    [
      'rejects a resend after five mails',
      { mails_asked: 5, mail_asked_at: at(-86_400) },
      'INVALID_STATE This invite was already emailed 5 times. Copy the link, or make a new invite.',
    ],
    [
      'rejects a resend without an address',
      { email: null },
      'INVALID_STATE This invite is a link, so there’s nobody to email it to. Copy the link instead.',
    ],
    [
      'rejects a resend once the invite has expired',
      { expires_at: NOW },
      'INVITE_EXPIRED This invite has expired. Make a new one.',
    ],
    ['rejects a resend if the inviter has left', { inviter_role: null }, BLOCKED],
    [
      'rejects a resend if the inviter isn’t allowed to invite to this role',
      { role: 'owner' as const },
      BLOCKED,
    ],
  ])('%s', (_when, change, outcome) => {
    expect(outcomeOf(() => assertMayMail({ ...mailed, ...change }, from))).toBe(outcome);
  });

  it('requires mail delivery and an author who is still allowed to invite', () => {
    expect(outcomeOf(() => assertMayMail(mailed, { ...from, hasMail: false }))).toBe(
      'INVALID_STATE Email isn’t set up here. Copy the link instead.',
    );
    const byMember = { ...mailed, role: 'guest', inviter_role: 'member' } as const;
    expect(outcomeOf(() => assertMayMail(byMember, from))).toBe(BLOCKED);
    expect(outcomeOf(() => assertMayMail(byMember, { ...from, membersMayInvite: true }))).toBe('passes');
  });
});

it('lets exactly the roles that are allowed to invite revoke invites', () => {
  for (const role of TEAM_ROLES) {
    for (const invited of TEAM_ROLES) {
      const reader = { userId: 'ann', role, membersMayInvite: true };
      const make = outcomeOf(() => assertMayInvite(reader, invited));
      const revoke = outcomeOf(() => assertMayRevoke({ role: invited, created_by: 'bob' }, reader));
      expect(make === 'passes', `${role} over an invite to ${invited}`).toBe(revoke === 'passes');
    }
  }
});
