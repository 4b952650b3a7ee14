import { startApi } from '#api/main.ts';

const api = await startApi(process.env);
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void api.close().finally(() => process.exit());
  });
}
