import { runSandboxGateway } from '#api/sandbox-gateway/run.ts';

// Runs the sandbox gateway standalone, or as a child process of the product. As a child process, it exits together with the product.

const isChild = process.send !== undefined;
let gateway: Awaited<ReturnType<typeof runSandboxGateway>> | undefined;

function stop(code: number): void {
  // No data is lost by closing connections because state is persisted before each response.
  void (gateway?.close() ?? Promise.resolve()).finally(() => process.exit(code));
  setTimeout(() => process.exit(code), 1000).unref();
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));
// The IPC channel closes when the product exits for any reason.
process.on('disconnect', () => stop(Number(process.exitCode ?? 0)));

try {
  gateway = await runSandboxGateway(process.env);
  // Ignore errors. If the parent has crashed in the meantime, the channel is closed and 'disconnect' ends this process.
  if (isChild) process.send?.({ url: gateway.url }, () => {});
  else process.stdout.write(`The sandbox gateway is running: ${gateway.url} (no money moves)\n`);
} catch (error) {
  const { message, code, port } = error as { message: string; code?: string; port?: number };
  process.exitCode = 1;
  if (isChild) process.send?.({ trouble: message, code, port }, () => process.disconnect());
  else console.error(message);
}
