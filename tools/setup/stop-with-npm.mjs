// @ts-check
import { readFileSync } from 'node:fs';

/**
 * npm runs this script through a shell that does not forward signals, so that a stopped npm would leave the product
 * running. An orphaned process gets a new parent: that is the signal to stop.
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

/** The shell that started this process and, if /proc is available, the npm that started the shell. */
function listAncestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    // The program's name is in parentheses and may contain spaces; the parent follows the state after it.
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    return String(process.ppid);
  }
}
