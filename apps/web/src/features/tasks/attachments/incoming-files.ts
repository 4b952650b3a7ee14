import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** Pasted pictures always have the same name. */
const PASTED = /^image\.\w+$/i;

/**
 * Accepts files dropped onto the panel around `inside`, or pasted while it is open. Folders are ignored.
 * @param nameFor the name of a pasted picture, without its extension
 * @returns whether files are being dragged over the panel
 */
export function useIncomingFiles(
  inside: RefObject<HTMLElement | null>,
  {
    isEnabled,
    nameFor,
    onFiles,
  }: {
    isEnabled: boolean;
    nameFor: () => string;
    onFiles: (files: File[]) => void;
  },
): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((files: File[]) => {
    if (files.length > 0) onFiles(files);
  });
  const takePasted = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData;
    const files = [...(data?.files ?? [])];
    // Some programs put a picture of the text on the clipboard, beside the text.
    if (data === null || files.length === 0 || (isField(event.target) && hasText(data))) return;
    event.preventDefault();
    take(files.map((file) => (PASTED.test(file.name) ? renameFile(file, nameFor()) : file)));
  });

  useEffect(() => {
    const panel = inside.current?.closest('aside');
    if (!isEnabled || panel === null || panel === undefined) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    // dragenter and dragleave fire for every descendant below the pointer.
    let depth = 0;
    const set = (next: number): void => {
      depth = Math.max(0, next);
      setIsOver(depth > 0);
    };
    panel.addEventListener('dragenter', (event) => hasFiles(event) && set(depth + 1), { signal });
    panel.addEventListener('dragleave', (event) => hasFiles(event) && set(depth - 1), { signal });
    panel.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      },
      { signal },
    );
    panel.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        set(0);
        take(filesOf(event));
      },
      { signal },
    );
    document.addEventListener('paste', takePasted, { signal });
    return () => {
      stop.abort();
      setIsOver(false);
    };
  }, [inside, isEnabled]);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

function filesOf({ dataTransfer }: DragEvent): File[] {
  return [...(dataTransfer?.items ?? [])].flatMap((item) => {
    const file =
      item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory !== true ? item.getAsFile() : null;
    return file === null ? [] : [file];
  });
}

function hasText(data: DataTransfer): boolean {
  return data.types.includes('text/plain') || data.types.includes('text/html');
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA)$/.test(target.tagName))
  );
}

function renameFile(file: File, name: string): File {
  return new File([file], `${name}${file.name.slice(file.name.lastIndexOf('.'))}`, { type: file.type });
}
