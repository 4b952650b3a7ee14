import { HocuspocusProvider } from '@hocuspocus/provider';

/**
 * The provider, whose count of what is not acknowledged can be relied on. Left to itself it keeps what is typed while the
 * document is not open and sends it after the handshake, which brings the same: the answers to what was sent twice count as
 * answers to what is still on its way, and a text is called saved that is not.
 */
export class DocumentProvider extends HocuspocusProvider {
  /** From the beginning of the handshake on, which covers whatever was typed before it. */
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
