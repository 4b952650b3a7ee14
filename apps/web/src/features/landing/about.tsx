import { Trans } from '@lingui/react/macro';
import { PLANS } from '@hearth/contracts/billing/plans';
import { Article } from './article.tsx';

export function About() {
  const freePeople = PLANS.free.limits.collaborators;
  const proPeople = PLANS.pro.limits.collaborators;
  return (
    <Article
      path="/about"
      title={<Trans>About Hearth</Trans>}
      lead={<Trans>Hearth is where a small team keeps its tasks, projects and knowledge.</Trans>}
    >
      <h2>
        <Trans>Why we built it</Trans>
      </h2>
      <p>
        <Trans>
          Small teams spend too much of their day looking for things: who does what, what was decided, where
          it’s written down. Most tools that promise to help are built for large companies, and it shows.
          Hearth is built for up to {proPeople} people who know each other by name.
        </Trans>
      </p>
      <h2>
        <Trans>What we believe in</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            <strong>Work comes first.</strong> Tasks are the boldest thing on screen; everything else stays
            quiet.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>No waiting.</strong> Your team’s work is stored on your device, so every click shows in
            the next frame. Teammates’ changes appear as they happen.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Mistakes are cheap.</strong> Undo anything, and restore deleted work from the trash.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Your work is yours.</strong> We don’t sell it, don’t show ads next to it and don’t read
            it.
          </Trans>
        </li>
      </ul>
      <h2>
        <Trans>How we make money</Trans>
      </h2>
      <p>
        <Trans>
          From the Pro plan, and nothing else. Trial is free forever for teams of up to {freePeople}. See what
          each plan includes on the <a href="/#pricing">pricing cards</a>.
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
