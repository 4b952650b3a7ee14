import { Node } from '@tiptap/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconFile, IconPhoto, IconRefresh, IconTrash } from '@tabler/icons-react';
import { use, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { drawBlock, type BlockPortals, type BlockProps } from './block-portals.ts';
import { readAttrsFrom, writeAttrs } from './clipboard-attrs.ts';
import { SOURCE } from './file-copies.ts';
import { FileCopyView, useFileCopy } from './file-copy-view.tsx';
import { PictureTools } from './picture-tools.tsx';
import { UploadsContext, type UploadJob } from './uploads.ts';
import { putFile } from './put-files.ts';
import styles from './blocks.module.css';

/**
 * Images and files: attachments of the document. A node without an attachment id is uploading or has no file yet.
 * @param source the document's id on the clipboard, for pasting into another document: `<teamId>/<documentId>`
 */
export function createMedia(portals: BlockPortals, source: string | null) {
  const from = source === null ? {} : { [SOURCE]: source };
  return [
    Node.create({
      name: 'image',
      group: 'block',
      atom: true,
      draggable: true,
      addAttributes: () => ({
        alt: { default: '', rendered: false },
        width: { default: null, rendered: false },
        attachmentId: { default: null, rendered: false },
      }),
      parseHTML: () => [readAttrsFrom('image', 'div[data-picture]')],
      // Text fallback for targets that do not support images: descriptions and other programs.
      renderHTML: ({ node }) => [
        'div',
        { 'data-picture': '', ...writeAttrs(node), ...from },
        readText(node.attrs['alt']),
      ],
      renderText: ({ node }) => readText(node.attrs['alt']),
      addNodeView: () => drawBlock(portals, { className: styles.picture, View: Picture }),
    }),
    Node.create({
      name: 'file',
      group: 'block',
      atom: true,
      draggable: true,
      addAttributes: () => ({
        name: { default: '', rendered: false },
        attachmentId: { default: null, rendered: false },
      }),
      parseHTML: () => [readAttrsFrom('file', 'div[data-file]')],
      renderHTML: ({ node }) => [
        'div',
        { 'data-file': '', ...writeAttrs(node), ...from },
        readText(node.attrs['name']),
      ],
      renderText: ({ node }) => readText(node.attrs['name']),
      addNodeView: () => drawBlock(portals, { className: styles.file, View: FileLine }),
    }),
  ];
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function Picture(props: BlockProps) {
  const { t } = useLingui();
  const { node, editor, isSelected, remove } = props;
  const jobs = use(UploadsContext);
  const [width, setWidth] = useState<number | null>(null);
  const [isLost, setIsLost] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const attachmentId = readText(node.attrs['attachmentId']);
  const alt = readText(node.attrs['alt']);
  const copy = useFileCopy(jobs, attachmentId);
  if (attachmentId === '') return <Waiting {...props} kind="image" />;
  if (copy !== undefined) {
    const retry = (): void => jobs?.copies.retry(attachmentId);
    return <FileCopyView kind="image" name={alt} copy={copy} onRetry={retry} onRemove={remove} />;
  }
  const percent = width ?? (typeof node.attrs['width'] === 'number' ? node.attrs['width'] : 100);
  if (jobs === null || isLost) {
    return (
      <div className={styles.waiting}>
        <IconPhoto size={18} stroke={1.7} aria-hidden="true" />
        <span>{alt === '' ? t`Image unavailable` : alt}</span>
      </div>
    );
  }
  return (
    <div ref={frame} className={styles.pictureFrame} style={{ inlineSize: `${percent}%` }}>
      <img
        src={jobs.uploads.pictureOf(attachmentId)}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setIsLost(true)}
      />
      {editor.isEditable && isSelected && (
        <PictureTools {...props} percent={percent} frame={frame} onWidth={setWidth} />
      )}
    </div>
  );
}

function FileLine(props: BlockProps) {
  const { node, editor, remove } = props;
  const { t } = useLingui();
  const jobs = use(UploadsContext);
  const attachmentId = readText(node.attrs['attachmentId']);
  const name = readText(node.attrs['name']);
  const copy = useFileCopy(jobs, attachmentId);
  if (attachmentId === '') return <Waiting {...props} kind="file" />;
  if (copy !== undefined) {
    const retry = (): void => jobs?.copies.retry(attachmentId);
    return <FileCopyView kind="file" name={name} copy={copy} onRetry={retry} onRemove={remove} />;
  }
  return (
    <div className={styles.fileLine}>
      <IconFile size={18} stroke={1.7} aria-hidden="true" />
      <span className={styles.fileName} dir="auto">
        {name === '' ? t`File` : name}
      </span>
      {jobs !== null && (
        <a
          className={styles.fileLink}
          href={jobs.uploads.fileOf(attachmentId)}
          download={name}
          aria-label={t`Download ${name}`}
        >
          <IconDownload size={16} stroke={1.7} aria-hidden="true" />
        </a>
      )}
      {editor.isEditable && (
        <IconButton className={styles.fileRemove} label={t`Remove ${name}`} onClick={remove}>
          <IconTrash size={16} stroke={1.7} />
        </IconButton>
      )}
    </div>
  );
}

function Waiting({ node, editor, remove, kind }: BlockProps & { kind: 'image' | 'file' }) {
  const { t } = useLingui();
  const jobs = use(UploadsContext);
  const input = useRef<HTMLInputElement>(null);
  const blockId = readText(node.attrs['id']);
  const job = useSyncExternalStore(jobs?.subscribe ?? subscribeToNothing, () => jobs?.get(blockId));
  const Mark = kind === 'image' ? IconPhoto : IconFile;
  const mark = <Mark size={18} stroke={1.7} aria-hidden="true" />;
  if (job !== undefined) return <Sending job={job} blockId={blockId} remove={remove} />;
  if (!editor.isEditable || jobs === null) {
    return (
      <div className={styles.waiting}>
        {mark}
        <span>{kind === 'image' ? t`Image not uploaded yet` : t`File not uploaded yet`}</span>
      </div>
    );
  }
  return (
    <div className={styles.waiting}>
      {mark}
      <Button size="small" variant="default" onClick={() => input.current?.click()}>
        {kind === 'image' ? t`Choose a picture` : t`Choose a file`}
      </Button>
      <Button size="small" variant="subtle" onClick={remove}>
        <Trans>Remove</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={kind === 'image' ? t`Choose a picture` : t`Choose a file`}
        accept={kind === 'image' ? 'image/*' : undefined}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) putFile(editor, jobs, blockId, file);
        }}
      />
    </div>
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}

function Sending({ job, blockId, remove }: { job: UploadJob; blockId: string; remove: () => void }) {
  const { t } = useLingui();
  const formats = useFormats();
  const jobs = use(UploadsContext);
  const { name } = job.file;
  return (
    <div className={styles.waiting} role={job.hasFailed ? 'alert' : undefined}>
      <span className={styles.fileName}>
        {job.hasFailed ? t`${name} was not uploaded.` : t`Uploading ${name}…`}
      </span>
      {job.hasFailed ? (
        <Button
          size="small"
          variant="default"
          icon={<IconRefresh size={15} stroke={1.7} />}
          onClick={() => jobs?.retry(blockId)}
        >
          <Trans>Try again</Trans>
        </Button>
      ) : (
        <>
          <progress className={styles.progress} value={job.share} aria-label={t`Uploading ${name}…`} />
          <span className={styles.share}>{formats.number(job.share, { style: 'percent' })}</span>
        </>
      )}
      <Button
        size="small"
        variant="subtle"
        onClick={() => {
          jobs?.cancel(blockId);
          remove();
        }}
      >
        {job.hasFailed ? <Trans>Remove</Trans> : <Trans>Cancel</Trans>}
      </Button>
    </div>
  );
}
