import type { TeamExport, TeamImport } from '@hearth/contracts/transfer/transfer';
import { TRANSFER } from '@hearth/contracts/transfer/transfer-values';
import { call } from '#platform/api/api-client.ts';
import { fetchFile } from '#platform/api/fetch-file.ts';
import { withFreshSignIn } from '#platform/session/sign-in-again.ts';

/** Uploading or importing a large file takes longer than other requests. */
const TIME_LIMIT_MS = 120_000;

export async function listExports(teamId: string, signal?: AbortSignal): Promise<TeamExport[]> {
  const { exports } = await call('GET /teams/{teamId}/exports', {
    params: { teamId },
    ...(signal === undefined ? {} : { signal }),
  });
  return exports;
}

export async function requestExport(teamId: string): Promise<TeamExport> {
  const response = await withFreshSignIn(() => call('POST /teams/{teamId}/exports', { params: { teamId } }));
  return response.export;
}

export async function fetchExport(teamId: string, exportId: string): Promise<Blob> {
  return await withFreshSignIn(() => fetchFile(`/teams/${teamId}/exports/${exportId}/file`));
}

/** Returns the latest import of the past day, including an import in progress. Returns null if there is none. */
export async function findLastImport(teamId: string, signal?: AbortSignal): Promise<TeamImport | null> {
  const { imports } = await call('GET /teams/{teamId}/imports', {
    params: { teamId },
    query: { limit: 1 },
    ...(signal === undefined ? {} : { signal }),
  });
  return (imports[0] as TeamImport | undefined) ?? null;
}

/** Uploads a file. Idempotent: a retry with the same `attempt` after a lost response does not import the file again. */
export async function sendImport(teamId: string, file: File, attempt: string): Promise<TeamImport> {
  // Some systems have no MIME type for zip files, so set it explicitly.
  const upload = new Blob([file], { type: TRANSFER.type });
  const answer = await call('POST /teams/{teamId}/imports', {
    params: { teamId },
    upload,
    limitMs: TIME_LIMIT_MS,
    headers: { 'idempotency-key': attempt },
  });
  return answer.import as TeamImport;
}
