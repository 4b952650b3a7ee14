import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { ensureChromium } from '#setup/chromium.mjs';
import type { Running } from './product.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: FLAGS });
}

/** Signs a user in without the popup by setting only the session cookie. */
export async function signIn(context: BrowserContext, product: Running, email: string): Promise<void> {
  const headers = { origin: product.webOrigin };
  const response = await context.request.post(`${product.apiOrigin}/dev/identity-tokens`, {
    headers,
    data: { email, name: 'Ada Berg' },
  });
  const { token } = (await response.json()) as { token: string };
  const answer = await context.request.post(`${product.apiOrigin}/auth/google`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  if (!answer.ok()) throw new Error(`Sign-in failed: ${await answer.text()}`);
}
