import type { Fault } from './faults.ts';

/**
 * The text of a file with the fault in it.
 * @throws Error when the place is not there exactly once: the code has moved on, and the fault has to follow
 */
export function plantFault(fault: Pick<Fault, 'name' | 'file' | 'find' | 'replace'>, text: string): string {
  const places = text.split(fault.find).length - 1;
  if (places !== 1) {
    throw new Error(`"${fault.name}" fits ${places} places in ${fault.file}, not one: ${fault.find}`);
  }
  return text.replace(fault.find, () => fault.replace);
}
