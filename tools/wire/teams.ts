import { randomUUID } from 'node:crypto';
import { Person, type Checks, type Target } from './client.ts';
import { signIn } from './people.ts';

/** Teams, members, invites and the subscription. */
export async function checkTeams(target: Target, checks: Checks): Promise<void> {
  const ada = await signIn(target, { name: 'Ada' });
  const bob = await signIn(target, { name: 'Bob' });
  checks.status(
    'teams without a session',
    await new Person(target).send('GET', '/teams'),
    401,
    'UNAUTHENTICATED',
  );
  const none = await ada.send('GET', '/teams');
  checks.expect('no teams yet', Array.isArray(none.body.teams) && none.body.teams.length === 0, none.body);

  const id = randomUUID();
  const made = await ada.send('POST', '/teams', { name: 'Wire', id });
  checks.status('a team is made', made, 201);
  checks.fields('a team', made.body.team, ['_id', 'name', 'key', 'image']);
  checks.expect('a team carries _id', made.body.team?._id === id && !('id' in made.body.team), made.body);
  const repeated = await ada.send('POST', '/teams', { name: 'Wire', id });
  checks.expect(
    'the same create again gives the first answer',
    repeated.status === 201 && repeated.body.team?._id === id,
    repeated,
  );
  checks.status(
    'the same id with another body',
    await ada.send('POST', '/teams', { name: 'Other', id }),
    409,
    'CONFLICT',
  );
  checks.status(
    'an unknown field',
    await ada.send('POST', '/teams', { name: 'A', color: 'red' }),
    400,
    'INVALID_REQUEST',
  );
  checks.status('an empty name', await ada.send('POST', '/teams', { name: '' }), 400, 'INVALID_REQUEST');
  checks.status(
    'a body that is not JSON',
    await ada.send('POST', '/teams', 'name=x', { 'content-type': 'text/plain' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  );
  checks.status('a broken body', await ada.send('POST', '/teams', '{"name":'), 400, 'INVALID_REQUEST');
  checks.status(
    'a body too large',
    await ada.send('POST', '/teams', { name: 'x'.repeat(400_000) }),
    413,
    'PAYLOAD_TOO_LARGE',
  );
  const team = `/teams/${id}`;
  checks.status('a stranger and a broken body', await bob.send('PATCH', team, '{'), 404, 'NOT_FOUND');
  checks.status('a stranger reads members', await bob.send('GET', `${team}/members`), 404, 'NOT_FOUND');
  checks.status('a rename', await ada.send('PATCH', team, { name: 'Wired' }), 200);

  for (const path of [`/subscriptions/team/?teamId=${id}`, `/subscriptions/team?teamId=${id}`]) {
    const answer = await ada.send('GET', path);
    checks.status(path.replace(id, '…'), answer, 200);
    checks.fields('a subscription', answer.body.subscription, [
      'plan',
      'status',
      'limits',
      'usage',
      'renewsAt',
    ]);
    checks.expect(
      'Trial limits',
      JSON.stringify(answer.body.subscription?.limits) ===
        JSON.stringify({ collaborators: 3, projects: 1, documents: 3, tasks: 10 }),
      answer.body,
    );
    checks.expect(
      'the owner takes a seat',
      answer.body.subscription?.usage?.collaborators === 1,
      answer.body,
    );
  }
  const members = await ada.send('GET', `${team}/members`);
  checks.fields('a member', members.body.members?.[0], [
    'userId',
    'name',
    'email',
    'image',
    'teamRole',
    'joinedAt',
  ]);
  const own = await ada.send('GET', `${team}/members/${ada.id}`);
  checks.expect('the maker owns the team', own.body.member?.teamRole === 'owner', own.body);
  checks.status(
    'the last owner stays',
    await ada.send('PATCH', `${team}/members/${ada.id}`, { teamRole: 'member' }),
    409,
    'LAST_OWNER',
  );
  checks.status(
    'the last owner cannot leave',
    await ada.send('DELETE', `${team}/members/${ada.id}`),
    409,
    'LAST_OWNER',
  );

  await checkInvites(target, checks, ada, bob, id);

  checks.status('a member may not delete the team', await bob.send('DELETE', team), 403, 'FORBIDDEN');
  checks.status('a role', await ada.send('PATCH', `${team}/members/${bob.id}`, { teamRole: 'admin' }), 200);
  checks.status('a removal', await ada.send('DELETE', `${team}/members/${bob.id}`), 204);
  checks.status('removed people know nothing', await bob.send('GET', `${team}/members`), 404, 'NOT_FOUND');
  checks.status('the team goes', await ada.send('DELETE', team), 204);
  checks.status('a deleted team is not found', await ada.send('GET', `${team}/members`), 404, 'NOT_FOUND');
  const deleted = await ada.send('GET', '/teams/deleted');
  checks.expect(
    'it can be restored',
    deleted.body.teams?.some((one: { _id: string }) => one._id === id) === true,
    deleted.body,
  );
  checks.status('it comes back', await ada.send('POST', `${team}/restore`), 200);
  checks.status('and is there', await ada.send('GET', `${team}/members`), 200);
}

async function checkInvites(
  target: Target,
  checks: Checks,
  ada: Person,
  bob: Person,
  teamId: string,
): Promise<void> {
  const invites = `/teams/${teamId}/invites`;
  const made = await ada.send('POST', invites, {});
  checks.status('an invite', made, 201);
  const { invite } = made.body;
  checks.fields('an invite', invite, [
    'id',
    'link',
    'url',
    'teamRole',
    'email',
    'expiresAt',
    'maxUses',
    'uses',
  ]);
  checks.expect(
    'invites are for members unless told',
    invite?.teamRole === 'member' && invite?.maxUses === null,
    invite,
  );
  checks.expect(
    'its url leads to the join page',
    invite?.url === `${target.webOrigin}/invite/${invite?.link}/join`,
    invite,
  );
  const listed = await ada.send('GET', invites);
  checks.expect(
    'the list carries the link',
    listed.body.invites?.some((one: { link: string }) => one.link === invite.link) === true,
    listed.body,
  );
  const preview = await new Person(target).send('GET', `/invites/${invite.link}`);
  checks.status('anybody sees the preview', preview, 200);
  checks.expect(
    'and nothing more',
    JSON.stringify(Object.keys(preview.body.invite ?? {}).sort()) ===
      JSON.stringify(['expiresAt', 'inviterName', 'teamName', 'teamRole']),
    preview.body,
  );
  checks.status(
    'joining needs a session',
    await new Person(target).send('POST', `/invites/${invite.link}/join`),
    401,
  );
  checks.status('an unknown link', await bob.send('POST', '/invites/nothing/join'), 404, 'NOT_FOUND');
  const joined = await bob.send('POST', `/invites/${invite.link}/join`);
  checks.status('joining', joined, 200);
  checks.expect(
    'as a member',
    joined.body.team?._id === teamId && joined.body.member?.teamRole === 'member',
    joined.body,
  );
  const again = await bob.send('POST', `/invites/${invite.link}/join`);
  checks.expect(
    'joining twice gives the same answer',
    JSON.stringify(again.body) === JSON.stringify(joined.body),
    again.body,
  );
  const carl = await signIn(target, { name: 'Carl' });
  const dora = await signIn(target, { name: 'Dora' });
  checks.status('the third seat', await carl.send('POST', `/invites/${invite.link}/join`), 200);
  const full = await dora.send('POST', `/invites/${invite.link}/join`);
  checks.status('the team is full', full, 402, 'PLAN_LIMIT_REACHED');
  checks.expect(
    'the refusal names the limit',
    full.body.limit === 'collaborators' &&
      full.body.max === 3 &&
      full.body.used === 3 &&
      full.body.plan === 'free',
    full.body,
  );
  checks.status('revoking', await ada.send('DELETE', `${invites}/${invite.id}`), 204);
  checks.status('a revoked link', await dora.send('POST', `/invites/${invite.link}/join`), 404, 'NOT_FOUND');
  checks.status('leaving', await carl.send('DELETE', `/teams/${teamId}/members/${carl.id}`), 204);
}
