import { expect, it } from 'vitest';
import { LEADING_ELSEWHERE } from '@hearth/contracts/testing/elsewhere';
import { describeOneEngine } from '#testing/databases.ts';
import { Client } from '#testing/make.ts';
import { useSharedApp } from '#testing/use-app.ts';

describeOneEngine('sign-in redirects', (engine) => {
  const api = useSharedApp(engine);

  /** Starts a sign-in, cancels it at the provider, and returns the redirects that the browser followed. */
  async function goAndReturn(query: string, headers: Record<string, string> = {}): Promise<URL[]> {
    const visitor = new Client(api);
    const start = await visitor.send('GET', `/auth/google/start${query}`, { headers });
    const outbound = new URL(start.headers.get('location') ?? '', api.apiOrigin);
    const state = outbound.searchParams.get('state') ?? '';
    const back = await visitor.send(
      'GET',
      `/auth/google/callback?error=access_denied&state=${encodeURIComponent(state)}`,
      { headers },
    );
    return [outbound, new URL(back.headers.get('location') ?? '')];
  }

  it(`redirects only to our origins for ${LEADING_ELSEWHERE.length} hostile paths in both modes`, async () => {
    for (const next of LEADING_ELSEWHERE) {
      for (const mode of ['page', 'popup']) {
        const query = `?mode=${mode}&next=${encodeURIComponent(next)}`;
        const [outbound, back] = await goAndReturn(query);
        // A path that exceeds the maximum length is rejected before any redirect.
        if (back?.hash.includes('error=expired')) {
          expect(next.length).toBeGreaterThan(500);
          continue;
        }
        expect(outbound?.origin, next).toBe(api.apiOrigin);
        expect(`${back?.origin}${back?.pathname}`, next).toBe(`${api.webOrigin}/auth/popup`);
        expect(new URLSearchParams(back?.hash.slice(1)).get('next'), next).toBe('/');
      }
    }
  });

  it('ignores headers that claim another host', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      'x-original-url': 'https://evil.example/',
      referer: 'https://evil.example/',
    };
    const [outbound, back] = await goAndReturn('?next=/dashboard', headers);
    expect(outbound?.origin).toBe(api.apiOrigin);
    expect(outbound?.searchParams.get('redirect_uri')).toBe(`${api.apiOrigin}/auth/google/callback`);
    expect(back?.origin).toBe(api.webOrigin);
  });

  it('ignores paths from a forged state or cookie', async () => {
    const visitor = new Client(api);
    await visitor.get('/auth/google/start?next=/dashboard');
    const encoded = Buffer.from(JSON.stringify({ next: '//evil.example', state: 'x' })).toString('base64url');
    const response = await visitor.get(`/auth/google/callback?code=x&state=${encoded}&next=//evil.example`);
    expect(response.headers.get('location')).toMatch(/#error=failed&mode=popup&next=%2Fdashboard$/);
    visitor.cookies.set('signin', { value: encoded, path: '/auth/google' });
    const forged = await visitor.get(`/auth/google/callback?code=x&state=x`);
    expect(forged.headers.get('location')).toBe(
      `${api.webOrigin}/auth/popup#error=expired&mode=popup&next=%2F`,
    );
  });
});
