import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process precisely enough to distinguish it from a later process with the same id. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks from boot to the start of the process (`/proc/<pid>/stat`, field 22). Null without `/proc`. */
  startTime: string | null;
  bootId: string | null;
  /** The namespace of the process id. Ids are unique only within a namespace, and containers have their own. */
  pidNamespace: string | null;
  hostname: string;
  /** Unique per lock acquisition. */
  token: string;
}

function readOrNull(read: () => string): string | null {
  try {
    return read().trim();
  } catch {
    return null;
  }
}

interface ProcessStat {
  state: string;
  startTime: string;
}

// The process name in brackets may itself contain spaces and brackets, so count fields from the last bracket.
function readStat(pid: number): ProcessStat | null {
  const text = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
}

/** Returns the identity of the running process with a new token. */
export function identifyThisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startTime: readStat(process.pid)?.startTime ?? null,
    bootId: readOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    pidNamespace: readOrNull(() => readlinkSync('/proc/self/ns/pid')),
    hostname: hostname(),
    token: randomUUID(),
  };
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the owner is alive. Returns true in case of doubt. A wrong true costs a manual restart, but a wrong false could corrupt the
 * database.
 */
export function isOwnerAlive(owner: ProcessIdentity): boolean {
  const self = identifyThisProcess();
  if (owner.bootId !== self.bootId) return false;
  // A restarted container has the same host name but a new namespace, and its old processes are gone.
  if (owner.pidNamespace !== self.pidNamespace) return owner.hostname !== self.hostname;
  if (owner.startTime === null) return isProcessAlive(owner.pid);
  const stat = readStat(owner.pid);
  if (stat === null || stat.startTime !== owner.startTime) return false;
  return stat.state !== 'Z' && stat.state !== 'X';
}
