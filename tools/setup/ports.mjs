// @ts-check
import { createServer } from 'node:net';

/**
 * @typedef {{ port: number, setting: string, what: string }} PortUse
 */

/** The two ports of the product and the settings that move them. @param {NodeJS.ProcessEnv} env @returns {PortUse[]} */
export function listPorts(env) {
  return [
    { port: Number(env['WEB_PORT'] || 3000), setting: 'WEB_PORT', what: 'web app' },
    { port: Number(env['API_PORT'] || 4000), setting: 'API_PORT', what: 'API' },
  ];
}

/** Words for a port that cannot be had, or null. @param {NodeJS.ProcessEnv} env @returns {Promise<string | null>} */
export async function describePortTrouble(env) {
  const ports = listPorts(env);
  for (const { port, setting } of ports) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      return `${setting}=${env[setting]} is not a port. Give a number from 1 to 65535.`;
  }
  if (ports[0]?.port === ports[1]?.port)
    return `WEB_PORT and API_PORT are both ${ports[0]?.port}. The web app and the API need a port each.`;
  for (const use of ports) {
    if (!(await isPortFree(use.port))) return describeTakenPort(use);
  }
  return null;
}

/** @param {PortUse} use */
export function describeTakenPort({ port, setting, what }) {
  const example = port + 100 > 65_535 ? port - 100 : port + 100;
  return [
    `Port ${port}, which the ${what} needs, is taken by another program.`,
    `Stop that program, or choose another port with the setting ${setting}, for example:`,
    `  ${setting}=${example} npm start`,
  ].join('\n');
}

/** @param {number} port */
async function isPortFree(port) {
  for (const host of ['127.0.0.1', '::1']) {
    const isFree = await new Promise((resolve) => {
      const server = createServer();
      // A machine without IPv6 answers EADDRNOTAVAIL for ::1, which is no hindrance.
      server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
        resolve(error.code !== 'EADDRINUSE'),
      );
      server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (!isFree) return false;
  }
  return true;
}
