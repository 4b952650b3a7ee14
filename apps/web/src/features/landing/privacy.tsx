import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@hearth/contracts/core/limits';
import { PERIODS } from '@hearth/contracts/core/periods';
import { Article } from './article.tsx';

// oxlint-disable-next-line max-lines-per-function -- one legal text
export function Privacy() {
  const trashDays = LIMITS.trashDays;
  const { session: sessionDays, longestSession: longestDays, accountUndo: undoDays } = PERIODS;
  return (
    <Article
      path="/privacy"
      title={<Trans>Privacy Policy</Trans>}
      lead={<Trans>What Hearth stores about you, why, for how long, and how to delete it.</Trans>}
      changedOn="2026-11-21"
    >
      <h2>
        <Trans>What we keep</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            <strong>From Google, when you sign in:</strong> your name, your mail address, your picture and
            Google’s identifier for you. We do not see your password, your mail, your files or your contacts.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>What you and your team write:</strong> teams, projects, tasks, comments, documents and the
            history of their changes.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Your sessions:</strong> when you signed in, when you were last here and with which
            browser, so that you can see and end them.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Records of operation:</strong> failures and their circumstances, without the texts of your
            work.
          </Trans>
        </li>
      </ul>
      <h2>
        <Trans>Why we use it</Trans>
      </h2>
      <p>
        <Trans>
          To show you and your team your work, to keep it safe and to put right what fails. There is no
          advertising, your data is not sold, and no stranger’s script runs in your pages.
        </Trans>
      </p>
      <h2>
        <Trans>Analytics</Trans>
      </h2>
      <p>
        <Trans>
          Whoever runs this installation may count which screens are opened with Google Analytics. This is off
          unless it was set up, and then it waits for your consent and respects “Do Not Track”. Only the kind
          of screen is sent, never a title, a name or anything out of your work.
        </Trans>
      </p>
      <h2>
        <Trans>Cookies and local storage</Trans>
      </h2>
      <p>
        <Trans>
          One cookie holds your session, one renews it without asking Google again, one remembers your
          language. For speed, and for work without a network, your browser keeps a copy of your teams’ work.
          It is deleted when you sign out.
        </Trans>
      </p>
      <h2>
        <Trans>Who can see it</Trans>
      </h2>
      <p>
        <Trans>
          The members of a team see its work as their roles allow, and your name, address and picture. Nobody
          outside the team does. Pictures from Google are loaded from Google.
        </Trans>
      </p>
      <h2>
        <Trans>How long we keep it</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            A session ends {sessionDays} days after you last used it, and {longestDays} days after you signed
            in at the latest.
          </Trans>
        </li>
        <li>
          <Trans>Deleted work and deleted teams stay in the trash for {trashDays} days.</Trans>
        </li>
        <li>
          <Trans>
            An account that you delete is kept for {undoDays} days, in case you change your mind. Then your
            name, address, picture and sessions are removed. What you wrote in your teams stays with them,
            signed “Former member”.
          </Trans>
        </li>
        <li>
          <Trans>Messages from the contact form are sent by email and aren’t stored in Hearth.</Trans>
        </li>
      </ul>
      <h2>
        <Trans>How we protect it</Trans>
      </h2>
      <p>
        <Trans>
          Each team’s rows are kept apart by the database itself. Sessions are stored as hashes, tokens of
          Google encrypted. Pages run under a strict Content-Security-Policy.
        </Trans>
      </p>
      <h2>
        <Trans>Your rights</Trans>
      </h2>
      <p>
        <Trans>
          In Settings you can correct what we know about you, take all of it along as a file, end your
          sessions and delete your account. For everything else <a href="/contact-us">write to us</a>.
        </Trans>
      </p>
    </Article>
  );
}
