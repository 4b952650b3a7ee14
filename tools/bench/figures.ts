import { readFileSync, readdirSync } from 'node:fs';

/** Returns the percentile `p` (0 to 1), or NaN if there are no values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

/** Prints a figure. On a shared host, its ratio to a baseline from the same run is more meaningful than its value. */
export function print(
  name: string,
  value: number,
  unit: string,
  baseline?: { name: string; value: number },
): void {
  const ratio =
    baseline === undefined
      ? ''
      : `   ${(value / baseline.value).toFixed(2)} × ${baseline.name} (${format(baseline.value)})`;
  console.log(`${name.padEnd(58)} ${format(value).padStart(9)} ${unit}${ratio}`);
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Measures the resident memory in MB and CPU time in ms of a process with all its descendants, from /proc (Linux). */
export function measureTree(rootPid: number): { rssMb: number; cpuMs: number } {
  const parents = new Map<number, number>();
  const usage = new Map<number, { rssMb: number; cpuMs: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const pages = Number(readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[1]);
      parents.set(Number(name), Number(fields[1]));
      // Assumes clock ticks of 10 ms and pages of 4 KiB, as on x86-64 Linux.
      usage.set(Number(name), {
        rssMb: (pages * 4096) / 1e6,
        cpuMs: (Number(fields[11]) + Number(fields[12])) * 10,
      });
    } catch {
      // The process has exited since it was listed.
    }
  }
  const total = { rssMb: 0, cpuMs: 0 };
  for (const [pid, used] of usage) {
    let at: number | undefined = pid;
    while (at !== undefined && at !== 0 && at !== rootPid) at = parents.get(at);
    if (at !== rootPid) continue;
    total.rssMb += used.rssMb;
    total.cpuMs += used.cpuMs;
  }
  return total;
}
