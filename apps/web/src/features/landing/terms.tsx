import { Plural, Trans } from '@lingui/react/macro';
import { LIMITS } from '@hearth/contracts/core/limits';
import { PERIODS } from '@hearth/contracts/core/periods';
import { PLANS } from '@hearth/contracts/billing/plans';
import { formatRupees } from '#ui/format/formats.ts';
import { Article } from './article.tsx';

// oxlint-disable-next-line max-lines-per-function -- one legal text
export function Terms() {
  const price = formatRupees(PLANS.pro.pricePerMonth);
  const { collaborators, projects, documents, tasks } = PLANS.free.limits;
  const pro = PLANS.pro.limits;
  const trashDays = LIMITS.trashDays;
  const undoDays = PERIODS.accountUndo;
  return (
    <Article
      path="/terms-and-conditions"
      title={<Trans>Terms and Conditions</Trans>}
      lead={<Trans>What you can expect from us, and what we expect from you, in plain words.</Trans>}
      changedOn="2026-11-21"
    >
      <h2>
        <Trans>The service</Trans>
      </h2>
      <p>
        <Trans>
          Hearth is a web application in which teams keep tasks, projects and documents. By signing in you
          accept these terms. If you use Hearth for an organisation, you accept them in its name.
        </Trans>
      </p>
      <h2>
        <Trans>Your account</Trans>
      </h2>
      <p>
        <Trans>
          You sign in with a Google account; there is no password of ours. Keep that account safe: what is
          done with it counts as done by you. You can see where you are signed in, and end each session, in
          Settings.
        </Trans>
      </p>
      <h2>
        <Trans>Teams and roles</Trans>
      </h2>
      <p>
        <Trans>
          A team belongs to its owners. They decide who is in it and with which role, and they can remove
          people and delete the team. What you write in a team is seen by its members according to their
          roles, and stays with the team when you leave it.
        </Trans>
      </p>
      <h2>
        <Trans>Your content</Trans>
      </h2>
      <p>
        <Trans>
          What you put into Hearth remains yours. You allow us to store it, to show it to the members of your
          team and to make backups, and nothing beyond that. You answer for having the right to put it there.
        </Trans>
      </p>
      <h2>
        <Trans>What is not allowed</Trans>
      </h2>
      <ul>
        <li>
          <Trans>breaking the law with it, or keeping what may not be kept;</Trans>
        </li>
        <li>
          <Trans>reading or changing what belongs to other people without their leave;</Trans>
        </li>
        <li>
          <Trans>disturbing the service for others, or going around its limits.</Trans>
        </li>
      </ul>
      <p>
        <Trans>We may lock an account that does so. Where we can, we write to you first.</Trans>
      </p>
      <h2>
        <Trans>Plans and prices</Trans>
      </h2>
      <p>
        <Plural
          value={projects}
          one={`Trial is free and holds # project, up to ${collaborators} collaborators, ${documents} documents and ${tasks} tasks per team.`}
          other={`Trial is free and holds # projects, up to ${collaborators} collaborators, ${documents} documents and ${tasks} tasks per team.`}
        />{' '}
        <Trans>
          Pro costs {price} per team per month and holds {pro.projects} projects and up to {pro.collaborators}{' '}
          collaborators, with documents and tasks without a limit, team analytics and priority support. A
          collaborator is a member who may write; guests who only read or comment are not counted.
        </Trans>
      </p>
      <p>
        <Trans>
          See the <a href="/cancellation-refund">Cancellation and Refund Policy</a> for how to cancel and when
          you get a refund.
        </Trans>
      </p>
      <h2>
        <Trans>Ending your use</Trans>
      </h2>
      <p>
        <Trans>
          You can leave a team, delete what you own and delete your account whenever you like. Deleted work
          and deleted teams can be restored for {trashDays} days; a deleted account can be taken back for{' '}
          {undoDays} days. After that they are gone.
        </Trans>
      </p>
      <h2>
        <Trans>What we answer for</Trans>
      </h2>
      <p>
        <Trans>
          We work with care, keep backups and tell you about what goes wrong. We cannot promise that the
          service is always there or free of mistakes. As far as the law allows, we answer for damage up to
          what your team paid in the twelve months before it; for intent and gross negligence we answer
          without that limit.
        </Trans>
      </p>
      <h2>
        <Trans>Changes to these terms</Trans>
      </h2>
      <p>
        <Trans>
          If we change these terms we say so on this page and, where it matters, in the application before the
          change takes effect. If you do not agree you can stop using Hearth and take your data along.
        </Trans>
      </p>
    </Article>
  );
}
