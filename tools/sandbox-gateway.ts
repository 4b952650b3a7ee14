import { runSandboxGateway } from '#api/sandbox-gateway/run.ts';

// The sandbox gateway as a process: a child of the product that ends whenever the product does, or a standalone process.

const isChild = process.send !== undefined;
let gateway: Awaited<ReturnType<typeof runSandboxGateway>> | undefined;

function stop(code: number): void {
  // State is persisted before each response: a closed connection loses nothing.
  void (gateway?.close() ?? Promise.resolve()).finally(() => process.exit(code));
  setTimeout(() => process.exit(code), 1000).unref();
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));
// The channel closes when the product dies for any reason.
process.on('disconnect', () => stop(Number(process.exitCode ?? 0)));

try {
  gateway = await runSandboxGateway(process.env);
  // A parent that crashed meanwhile has closed the channel: 'disconnect' ends this process.
  if (isChild) process.send?.({ url: gateway.url }, () => {});
  else process.stdout.write(`The sandbox gateway is running: ${gateway.url} (no money moves)\n`);
} catch (error) {
  const { message, code, port } = error as { message: string; code?: string; port?: number };
  process.exitCode = 1;
  if (isChild) process.send?.({ trouble: message, code, port }, () => process.disconnect());
  else console.error(message);
}
