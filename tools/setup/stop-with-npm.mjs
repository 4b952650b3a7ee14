// @ts-check
import { readFileSync } from 'node:fs';

/**
 * Stops this process when npm is stopped. npm runs scripts through a shell that does not forward signals, so the product would keep
 * running. A stopped npm is detected by the new parent of the orphaned process.
 */
export function stopWithNpm() {
  if (!process.env['npm_lifecycle_event']) return;
  const before = listAncestors();
  const timer = setInterval(() => {
    if (listAncestors() === before) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}

/** Returns the id of the shell that started this process and, if /proc is available, of the npm that started the shell. */
function listAncestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    // The program's name is in parentheses and may contain spaces. It is followed by the state and the parent's id.
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    return String(process.ppid);
  }
}
