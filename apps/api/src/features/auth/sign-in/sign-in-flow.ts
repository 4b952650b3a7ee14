import type { FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { safeNextPath } from '@hearth/contracts/core/redirect';
import type { App } from '#platform/feature.ts';
import { SIGN_IN_SECONDS, type Cookies } from '#features/auth/sessions/cookies.ts';
import { hashOfToken } from '#features/auth/provider/identity-token.ts';
import { isProviderUnreachable, type IdentityProvider } from '#features/auth/provider/provider.ts';
import { storeRefreshToken } from '#features/auth/sessions/refresh.ts';

/** State of a sign-in between its start and the callback, encrypted in a cookie. */
interface Flow {
  state: string;
  nonce: string;
  verifier: string;
  mode: 'popup' | 'page';
  next: string;
  startedAt: number;
}

/** Reason why no identity token was issued. The web app has a message for each. `access_denied` means that the user cancelled. */
type FlowError = 'access_denied' | 'expired' | 'failed' | 'unavailable';

const PURPOSE = 'sign-in flow';

interface SignInFlow {
  start(reply: FastifyReply, options: { mode: Flow['mode']; next: string | undefined }): Promise<void>;
  finish(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/**
 * OIDC authorization code flow with PKCE, state and nonce. It ends at the web app's popup page with the identity token in the fragment,
 * which is neither sent to a server nor included in the Referer header.
 */
export function createSignInFlow(app: App, cookies: Cookies, provider: IdentityProvider): SignInFlow {
  const { apiOrigin, webOrigin } = app.config;

  function leadBack(
    reply: FastifyReply,
    flow: Pick<Flow, 'mode' | 'next'>,
    result: Record<string, string>,
  ): void {
    const fragment = new URLSearchParams({ ...result, mode: flow.mode, next: flow.next });
    reply.redirect(`${webOrigin}/auth/popup#${fragment.toString()}`);
  }

  function readFlow(request: FastifyRequest): Flow | null {
    const sealed = cookies.read(request, 'flow');
    if (sealed === null) return null;
    try {
      const flow = JSON.parse(app.seal.open(PURPOSE, Buffer.from(sealed, 'base64url'))) as Flow;
      return app.clock.now().getTime() - flow.startedAt > SIGN_IN_SECONDS * 1000 ? null : flow;
    } catch {
      return null;
    }
  }

  return {
    async start(reply, options) {
      const flow: Flow = {
        state: app.ids.newToken(32),
        nonce: app.ids.newToken(32),
        verifier: app.ids.newToken(32),
        mode: options.mode,
        next: safeNextPath(options.next),
        startedAt: app.clock.now().getTime(),
      };
      try {
        const address = oidc.buildAuthorizationUrl(await provider.connect(), {
          redirect_uri: `${apiOrigin}/auth/google/callback`,
          scope: 'openid email profile',
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: 'S256',
          ...provider.startParameters,
        });
        cookies.write(reply, 'flow', app.seal.seal(PURPOSE, JSON.stringify(flow)).toString('base64url'));
        reply.redirect(address.href);
      } catch (error) {
        app.log.warn({ err: error }, 'identity provider unreachable');
        leadBack(reply, flow, { error: 'unavailable' });
      }
    },

    async finish(request, reply) {
      const flow = readFlow(request);
      cookies.clear(reply, 'flow');
      if (flow === null) return leadBack(reply, { mode: 'popup', next: '/' }, { error: 'expired' });
      try {
        const response = await oidc.authorizationCodeGrant(
          await provider.connect(),
          new URL(request.url, apiOrigin),
          {
            expectedState: flow.state,
            expectedNonce: flow.nonce,
            pkceCodeVerifier: flow.verifier,
            idTokenExpected: true,
          },
        );
        const token = await provider.restamp(response.id_token ?? '');
        cookies.write(reply, 'handed', hashOfToken(token).toString('base64url'));
        if (response.refresh_token !== undefined) {
          const identity = { issuer: provider.name, subject: response.claims()?.sub ?? '' };
          cookies.write(reply, 'refresh', await storeRefreshToken(app, identity, response.refresh_token));
        }
        leadBack(reply, flow, { token });
      } catch (error) {
        const reason = explain(error);
        if (reason !== 'access_denied') app.log.warn({ err: error, reason }, 'sign-in failed');
        leadBack(reply, flow, { error: reason });
      }
    },
  };
}

function explain(error: unknown): FlowError {
  if (error instanceof oidc.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'access_denied' : 'failed';
  }
  return isProviderUnreachable(error) ? 'unavailable' : 'failed';
}
