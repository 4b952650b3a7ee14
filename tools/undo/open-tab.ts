import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { SYNC_ENTITIES } from '@hearth/contracts/sync-values';
import { openTeamInBrowser } from '@hearth/web/src/platform/sync/opening/browser.ts';
import { readChunks } from '@hearth/web/src/platform/sync/copies/local-copy.ts';
import { openStorage } from '@hearth/web/src/platform/sync/copies/storage.ts';
import type { TeamStore } from '@hearth/web/src/platform/sync/store/team-store.ts';
import type { StoredMutation } from '@hearth/web/src/platform/sync/rows/types.ts';
import type { Device } from './network.ts';

/** A browser tab. Its store is opened as by the app, with the browser's storage, locks and broadcast channel. */
export interface Tab {
  /** The store of the current page. */
  readonly store: TeamStore;
  /** The mutations waiting on this device, in order. */
  readOutbox: () => Promise<StoredMutation[]>;
  /** Resolves once the local copy contains every row, as an offline reload requires. */
  waitForCopy: () => Promise<void>;
  /** Closes the page and reopens it from this device's storage. */
  reload: () => Promise<void>;
  close: () => void;
}

/** Stubs the browser globals that a team's store needs and Node lacks. */
function installPageGlobals(device: Device): void {
  const items = new Map<string, string>();
  const { events } = device;
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  });
}

export async function openTab(device: Device, teamId: string): Promise<Tab> {
  const userId = device.person.user.id;
  installPageGlobals(device);
  const open = async (): Promise<TeamStore> => {
    const opened = openTeamInBrowser({ apiOrigin: device.apiOrigin, userId, teamId });
    await opened.ready;
    return opened;
  };
  let store = await open();
  const load = async () => {
    const storage = openStorage(userId, teamId);
    const stored = await storage.load();
    storage.close();
    return stored;
  };
  const isStored = async (): Promise<boolean> => {
    const { cursor, chunks, outbox } = await load();
    const rows = readChunks(chunks);
    return (
      cursor === store.cursor &&
      outbox.length === 0 &&
      SYNC_ENTITIES.every((entity) => store.all(entity).length === (rows.get(entity)?.size ?? 0))
    );
  };
  return {
    get store() {
      return store;
    },
    readOutbox: async () => (await load()).outbox,
    waitForCopy: async () => void (await vi.waitUntil(isStored, { interval: 50, timeout: 10_000 })),
    reload: async () => {
      store.close();
      store = await open();
    },
    close: () => {
      store.close();
      vi.unstubAllGlobals();
    },
  };
}
