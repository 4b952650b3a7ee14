import { remember } from './remember.ts';

const KEY = 'hearth:recent-commands';
const MAX_KEPT = 12;

/** Latest choices in the command palette on this device, latest first. Contains ids but no titles. */
export function readRecents(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function forgetRecents(): void {
  localStorage.removeItem(KEY);
}

export function noteRecent(id: string): void {
  const ids = [id, ...readRecents().filter((other) => other !== id)].slice(0, MAX_KEPT);
  remember(KEY, JSON.stringify(ids));
}
