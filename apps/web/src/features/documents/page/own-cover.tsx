import { Trans, useLingui } from '@lingui/react/macro';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { DocumentUploads } from '#features/documents/editor/blocks/uploads.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { Button } from '#ui/buttons/button.tsx';

/** Types for which the server creates previews that every browser can show. */
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** Uploads a custom cover image. */
export function OwnCover({
  uploads,
  onSent,
}: {
  uploads: DocumentUploads;
  onSent: (fileId: string) => void;
}) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setIsSending] = useState(false);

  async function send(file: File): Promise<void> {
    if (!TYPES.includes(file.type)) {
      showError(t`Couldn’t read this picture. Choose a PNG, JPEG or WebP file.`);
      return;
    }
    const { name } = file;
    setIsSending(true);
    try {
      // If the picker is closed in the meantime, the cover is still set once the upload finishes.
      onSent(await trackLoading(uploads.send(file, () => undefined, new AbortController().signal)));
    } catch {
      showError(t`${name} was not uploaded.`);
    }
    setIsSending(false);
  }

  return (
    <>
      <Button
        variant="default"
        size="small"
        icon={<IconUpload size={15} stroke={1.7} />}
        isBusy={isSending}
        onClick={() => input.current?.click()}
      >
        <Trans>Choose a picture</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Choose a picture`}
        accept={TYPES.join(',')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Reset so that choosing the same file again fires a change event.
          currentTarget.value = '';
          if (file !== undefined) void send(file);
        }}
      />
    </>
  );
}
