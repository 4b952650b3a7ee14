/** Stores a setting of this device. Best effort: storage may be full or forbidden, which must not break the screen. */
export function remember(key: string, value: string, storage: Storage = localStorage): void {
  try {
    storage.setItem(key, value);
  } catch {
    // The setting lasts until the page is closed.
  }
}
