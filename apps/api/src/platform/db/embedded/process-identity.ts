import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process precisely enough that a recycled process id is not mistaken for it. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks from boot to the process's start (`/proc/<pid>/stat`, field 22); null without `/proc`. */
  startTime: string | null;
  bootId: string | null;
  /** Process ids are unique only within one namespace; containers have their own. */
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

// The name in brackets may itself hold spaces and brackets: count from the last one.
function readStat(pid: number): ProcessStat | null {
  const text = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
}

/** The identity of the running process, with a fresh token. */
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

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Liveness of the owner. When in doubt the result is true: a wrong true costs a manual restart, a wrong false costs the database. */
export function isOwnerAlive(owner: ProcessIdentity): boolean {
  const self = identifyThisProcess();
  if (owner.bootId !== self.bootId) return false;
  // A restarted container keeps its host name and gets a new namespace: its old processes are gone.
  if (owner.pidNamespace !== self.pidNamespace) return owner.hostname !== self.hostname;
  if (owner.startTime === null) return answersSignals(owner.pid);
  const stat = readStat(owner.pid);
  if (stat === null || stat.startTime !== owner.startTime) return false;
  return stat.state !== 'Z' && stat.state !== 'X';
}
