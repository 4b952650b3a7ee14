import { apiOrigin, call } from '#platform/api/api-client.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { OtherTeamError } from '#features/documents/editor/blocks/file-copies.ts';
import type { DocumentUploads } from '#features/documents/editor/blocks/uploads.ts';

/** Timeout for a large file on a slow connection, in ms. */
const TIME_LIMIT_MS = 10 * 60_000;

/** Upload, copy and download of a document's files. */
export function createUploads(store: TeamStore, documentId: string): DocumentUploads {
  const files = `${apiOrigin}/teams/${store.teamId}/documents/${documentId}/attachments`;
  return {
    pictureOf: (attachmentId) => `${files}/${attachmentId}/preview?size=large`,
    fileOf: (attachmentId) => `${files}/${attachmentId}/file`,
    async copy(from, attachmentId) {
      const [teamId = '', fromDocumentId = ''] = from.split('/');
      if (teamId !== store.teamId) throw new OtherTeamError();
      await call('POST /teams/{teamId}/documents/{documentId}/attachments/copy', {
        params: { teamId, documentId },
        body: { fromDocumentId, attachmentId },
      });
    },
    send(file, onShare, signal) {
      const id = store.newId();
      const query = new URLSearchParams({ id, name: file.name });
      // XMLHttpRequest because fetch reports no upload progress.
      const request = new XMLHttpRequest();
      request.open('POST', `${files}?${query}`);
      request.withCredentials = true;
      request.timeout = TIME_LIMIT_MS;
      request.setRequestHeader('content-type', 'application/octet-stream');
      return new Promise((resolve, reject) => {
        const fail = (): void => reject(new Error(`Failed to upload the file: ${request.status}`));
        request.upload.addEventListener('progress', ({ loaded, total }) =>
          onShare(total === 0 ? 0 : loaded / total),
        );
        request.addEventListener('load', () => (request.status === 201 ? resolve(id) : fail()));
        for (const end of ['error', 'timeout', 'abort'] as const) request.addEventListener(end, fail);
        signal.addEventListener('abort', () => request.abort(), { once: true });
        request.send(file);
      });
    },
  };
}
