import { makeContactAddress } from '@hearth/contracts/teams/contact';

export interface WebServerSettings {
  port: number;
  /** The address to listen on. */
  host: string;
  /** The public address of the web app. */
  webOrigin: string;
  /** The public address of the API. The page may connect to it. */
  apiOrigin: string;
  contactAddress: string;
  /** The Google Analytics settings. If unset, nothing is measured. */
  usage?: UsageSettings;
  /** Whether the development identity provider replaces Google. If so, the app also offers the component gallery. */
  hasDevTools: boolean;
  /** Addresses or ranges of trusted proxies. Their X-Forwarded-For header is trusted. */
  trustedProxies: string[];
  /** The built web app. */
  distDir: string;
}

interface UsageSettings {
  measurementId: string;
  collectUrl: string;
}

const GOOGLE_COLLECT_URL = 'https://www.google-analytics.com/g/collect';

/** Reads the web server's settings. See the table in README.md. */
export function readWebSettings(env: Record<string, string | undefined>, distDir: string): WebServerSettings {
  const port = Number(env['WEB_PORT'] || 3000);
  const apiPort = Number(env['API_PORT'] || 4000);
  const webOrigin = readOrigin(env['WEB_ORIGIN'] || `http://localhost:${port}`, 'WEB_ORIGIN');
  return {
    port,
    host: env['WEB_HOST'] || 'localhost',
    webOrigin,
    apiOrigin: readOrigin(env['API_ORIGIN'] || `http://localhost:${apiPort}`, 'API_ORIGIN'),
    contactAddress: readAddress(env['CONTACT_ADDRESS'] || makeContactAddress(webOrigin)),
    usage: readUsage(env),
    hasDevTools: !env['GOOGLE_CLIENT_ID'],
    trustedProxies: (env['TRUSTED_PROXIES'] ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    distDir,
  };
}

function readUsage(env: Record<string, string | undefined>): UsageSettings | undefined {
  const measurementId = env['GA_MEASUREMENT_ID'] || undefined;
  if (measurementId === undefined) return undefined;
  if (!/^G-[A-Z0-9]+$/.test(measurementId)) {
    throw new Error(
      `GA_MEASUREMENT_ID=${measurementId} is not a measurement id of Google Analytics 4. It looks like G-AB12CD34EF.`,
    );
  }
  const collectUrl = env['GA_COLLECT_URL'] || GOOGLE_COLLECT_URL;
  const url = URL.canParse(collectUrl) ? new URL(collectUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error(
      `GA_COLLECT_URL=${collectUrl} is not an address to send to. Write it like ${GOOGLE_COLLECT_URL}.`,
    );
  }
  return { measurementId, collectUrl: url.href };
}

function readAddress(text: string): string {
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(text))
    throw new Error(`CONTACT_ADDRESS=${text} is not a mail address.`);
  return text;
}

function readOrigin(text: string, setting: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, '')) {
    throw new Error(
      `${setting}=${text} is not an origin. Write it like https://app.example.com, with nothing after the host and port.`,
    );
  }
  return url.origin;
}
