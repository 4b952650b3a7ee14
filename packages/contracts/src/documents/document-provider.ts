import { HocuspocusProvider } from '@hocuspocus/provider';

/**
 * A provider with a reliable count of unacknowledged updates. HocuspocusProvider also queues edits while the document is not open and sends
 * them after the handshake, which already includes these edits. The acknowledgements of the duplicates would be counted for updates that
 * are still in flight, and content would be reported as saved too early.
 */
export class DocumentProvider extends HocuspocusProvider {
  /** True from the start of the handshake, which covers all earlier edits. */
  #isOpen = false;

  override async onOpen(event: Parameters<HocuspocusProvider['onOpen']>[0]): Promise<void> {
    this.#isOpen = true;
    await super.onOpen(event);
  }

  override onClose(): void {
    this.#isOpen = false;
    super.onClose();
  }

  override permissionDeniedHandler(reason: string): void {
    this.#isOpen = false;
    super.permissionDeniedHandler(reason);
  }

  override send(...message: Parameters<HocuspocusProvider['send']>): void {
    if (this.#isOpen) super.send(...message);
  }
}
