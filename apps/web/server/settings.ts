export interface WebServerSettings {
  port: number;
  /** The address to listen on. */
  host: string;
  /** The public address of the web app. */
  webOrigin: string;
  /** The public address of the API, which the page may connect to. */
  apiOrigin: string;
  /** The built web app. */
  distDir: string;
}

/** The web server's part of the settings; see the table in README.md. */
export function readWebSettings(env: Record<string, string | undefined>, distDir: string): WebServerSettings {
  const port = Number(env['WEB_PORT'] || 3000);
  const apiPort = Number(env['API_PORT'] || 4000);
  return {
    port,
    host: env['WEB_HOST'] || 'localhost',
    webOrigin: readOrigin(env['WEB_ORIGIN'] || `http://localhost:${port}`, 'WEB_ORIGIN'),
    apiOrigin: readOrigin(env['API_ORIGIN'] || `http://localhost:${apiPort}`, 'API_ORIGIN'),
    distDir,
  };
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
