import { Trans } from '@lingui/react/macro';
import { Article } from './article.tsx';

export function Delivery() {
  return (
    <Article
      path="/service-delivery"
      title={<Trans>Service Delivery Policy</Trans>}
      lead={<Trans>Hearth is delivered through the browser. Nothing is sent by post.</Trans>}
      changedOn="2026-11-21"
    >
      <h2>
        <Trans>When you get it</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            <strong>Trial:</strong> at once. Sign in with Google, name your team and begin.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Pro:</strong> as soon as the payment is confirmed, for the whole team. Nobody has to sign
            in again, and nothing has to be moved.
          </Trans>
        </li>
      </ul>
      <h2>
        <Trans>What you need</Trans>
      </h2>
      <p>
        <Trans>
          Any modern browser on a computer, tablet or phone, and a Google account. There’s nothing to install;
          you can add Hearth to your home screen if you like.
        </Trans>
      </p>
      <h2>
        <Trans>If something goes wrong</Trans>
      </h2>
      <p>
        <Trans>
          If the service is down, you keep working with the copy on your device, and your changes sync once
          it’s back. Updates install automatically.
        </Trans>
      </p>
      <h2>
        <Trans>Help</Trans>
      </h2>
      <p>
        <Trans>
          Everybody can <a href="/contact-us">write to us</a>. Teams on Pro are answered first. If Pro was
          paid for and is not there, tell us the name of the team and the day of the payment: we put it right
          or give the money back, as the <a href="/cancellation-refund">Cancellation and Refund Policy</a>{' '}
          says.
        </Trans>
      </p>
    </Article>
  );
}
