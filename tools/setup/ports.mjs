// @ts-check
import { createServer } from 'node:net';

/**
 * @typedef {{ port: number, setting: string, what: string }} PortUse
 */

/**
 * Whether the sandbox gateway must run: only with development sign-in and without keys of a real gateway.
 * @param {NodeJS.ProcessEnv} env
 */
export function needsSandbox(env) {
  return !env['GOOGLE_CLIENT_ID'] && !env['RAZORPAY_KEY_ID'];
}

/** The ports of the product, with the settings that change them. @param {NodeJS.ProcessEnv} env @returns {PortUse[]} */
export function listPorts(env) {
  const apiPort = Number(env['API_PORT'] || 4000);
  const besideApi = movePort(apiPort);
  return [
    { port: Number(env['WEB_PORT'] || 3000), setting: 'WEB_PORT', what: 'web app' },
    { port: apiPort, setting: 'API_PORT', what: 'API' },
    ...(needsSandbox(env)
      ? [{ port: Number(env['SANDBOX_PORT'] || besideApi), setting: 'SANDBOX_PORT', what: 'sandbox gateway' }]
      : []),
  ];
}

/** Returns a message about an invalid or unavailable port, or null. @param {NodeJS.ProcessEnv} env @returns {Promise<string | null>} */
export async function describePortConflict(env) {
  const ports = listPorts(env);
  for (const { port, setting } of ports) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      return `${setting}=${env[setting]} is not a port. Give a number from 1 to 65535.`;
  }
  for (const [at, use] of ports.entries()) {
    const other = ports.slice(0, at).find((one) => one.port === use.port);
    if (other)
      return `${other.setting} and ${use.setting} are both ${use.port}. The ${other.what} and the ${use.what} need a port each.`;
  }
  for (const use of ports) {
    if (!(await isPortFree(use.port))) return describeTakenPort(use);
  }
  return null;
}

/** @param {number} port */
function movePort(port) {
  return port + 100 > 65_535 ? port - 100 : port + 100;
}

/** @param {PortUse} use */
export function describeTakenPort({ port, setting, what }) {
  const example = movePort(port);
  return [
    `Port ${port}, which the ${what} needs, is already in use by another program.`,
    `Stop that program, or choose another port with the setting ${setting}, for example:`,
    `  ${setting}=${example} npm start`,
  ].join('\n');
}

/** @param {number} port */
async function isPortFree(port) {
  for (const host of ['127.0.0.1', '::1']) {
    const isFree = await new Promise((resolve) => {
      const server = createServer();
      // On hosts without IPv6, listening on ::1 fails with EADDRNOTAVAIL. This is acceptable.
      server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
        resolve(error.code !== 'EADDRINUSE'),
      );
      server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (!isFree) return false;
  }
  return true;
}
