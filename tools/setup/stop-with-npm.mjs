// @ts-check
import { readFileSync } from 'node:fs';

/**
 * npm runs this script through a shell that passes no signal on, so that a stopped npm would leave the product
 * running. Whoever loses its parent gets another one: that is the sign to stop.
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

/** The shell that started this process and, where /proc tells, the npm that started the shell. */
function listAncestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    // The program's name stands in parentheses and may hold spaces; the parent follows the state after it.
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    return String(process.ppid);
  }
}
