export { createDiskStorage } from './disk-storage.ts';
export type { Storage } from './storage.ts';
