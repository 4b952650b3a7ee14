import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** Matches the generic file name that browsers give to pasted images. */
const PASTED = /^image\.\w+$/i;

/**
 * Accepts files that are dropped onto the panel around `inside` or pasted while the panel is open. Ignores folders.
 * @param nameFor returns the name for a pasted image, without its extension
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
    // Some programs add an image of the copied text to the clipboard. In a text field, paste the text instead.
    if (data === null || files.length === 0 || (isField(event.target) && hasText(data))) return;
    event.preventDefault();
    take(files.map((file) => (PASTED.test(file.name) ? renameFile(file, nameFor()) : file)));
  });

  useEffect(() => {
    const panel = inside.current?.closest('aside');
    if (!isEnabled || panel === null || panel === undefined) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    // dragenter and dragleave fire for every descendant that the pointer crosses, so count the nesting depth.
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
