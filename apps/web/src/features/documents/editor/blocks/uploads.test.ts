import { expect, it, vi } from 'vitest';
import { UploadJobs, type DocumentUploads } from './uploads.ts';

/** Uploads that the test completes manually. */
function makeUploads() {
  const sent: {
    name: string;
    share: (share: number) => void;
    end: (id: string) => void;
    fail: () => void;
  }[] = [];
  const uploads: DocumentUploads = {
    send: (file, onShare, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        sent.push({
          name: file.name,
          share: onShare,
          end: resolve,
          fail: () => reject(new Error('no answer')),
        });
      }),
    copy: () => Promise.resolve(),
    pictureOf: (id) => id,
    fileOf: (id) => id,
  };
  return { jobs: new UploadJobs(uploads), sent };
}

it('reports progress and the completed attachment', async () => {
  const { jobs, sent } = makeUploads();
  const ids: string[] = [];
  jobs.start('block', new File(['a'], 'a.png'), (id) => ids.push(id));
  sent[0]?.share(0.4);
  expect(jobs.get('block')).toMatchObject({ share: 0.4, hasFailed: false });
  sent[0]?.end('attachment');
  await vi.waitFor(() => expect(ids).toEqual(['attachment']));
  expect(jobs.get('block')).toBeUndefined();
});

it('retries a failed upload and reports nothing after a cancel', async () => {
  const { jobs, sent } = makeUploads();
  const ids: string[] = [];
  jobs.start('block', new File(['a'], 'a.png'), (id) => ids.push(id));
  sent[0]?.fail();
  await vi.waitFor(() => expect(jobs.get('block')?.hasFailed).toBe(true));
  jobs.retry('block');
  expect(jobs.get('block')).toMatchObject({ share: 0, hasFailed: false });
  sent[1]?.end('second');
  await vi.waitFor(() => expect(ids).toEqual(['second']));
  jobs.start('block', new File(['a'], 'b.png'), (id) => ids.push(id));
  jobs.cancel('block');
  sent[2]?.end('third');
  await Promise.resolve();
  expect([jobs.get('block'), ids]).toEqual([undefined, ['second']]);
});
