import { Trans } from '@lingui/react/macro';
import { PLANS } from '@hearth/contracts/plans';
import { Article } from './article.tsx';

export function About() {
  const freePeople = PLANS.free.limits.collaborators;
  const proPeople = PLANS.pro.limits.collaborators;
  return (
    <Article
      path="/about"
      title={<Trans>About Hearth</Trans>}
      lead={<Trans>Hearth is where a small team keeps its tasks, its projects and what it knows.</Trans>}
    >
      <h2>
        <Trans>Why it is there</Trans>
      </h2>
      <p>
        <Trans>
          Small teams spend much of their day looking for things: who does what, what was decided, where that
          was written down. The tools that promise to help are mostly made for large companies, and they feel
          like it. Hearth is made for up to {proPeople} people who know each other’s names.
        </Trans>
      </p>
      <h2>
        <Trans>What we hold on to</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            <strong>The work comes first.</strong> The tasks are the darkest thing on the screen, and
            everything around them keeps quiet.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Nobody waits.</strong> Your team’s work lies on your device, so that every press is on the
            screen in the next frame. What the others do arrives by itself.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Mistakes are cheap.</strong> There is undo, and deleted work waits in a trash.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Your work is yours.</strong> We do not sell it, do not show advertising beside it and do
            not read it.
          </Trans>
        </li>
      </ul>
      <h2>
        <Trans>How we earn our living</Trans>
      </h2>
      <p>
        <Trans>
          With the Pro plan, and with nothing else. Trial is free for teams of up to {freePeople} and stays
          so. What each plan gives is on the <a href="/#pricing">pricing cards</a>.
        </Trans>
      </p>
      <h2>
        <Trans>Talk to us</Trans>
      </h2>
      <p>
        <Trans>
          Something is missing, broken or in the way? <a href="/contact-us">Write to us</a>. A person reads
          it.
        </Trans>
      </p>
    </Article>
  );
}
