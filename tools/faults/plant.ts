import type { Fault, Patch } from './faults.ts';

/** Every file of a fault with the fault in it, by its name. */
export function plantFault(fault: Fault, read: (file: string) => string): Map<string, string> {
  const planted = new Map<string, string>();
  for (const patch of [fault, ...(fault.also ?? [])]) {
    planted.set(patch.file, applyPatch(fault.name, patch, planted.get(patch.file) ?? read(patch.file)));
  }
  return planted;
}

/** @throws Error when the place is not there exactly once: the code has moved on, and the fault has to follow */
export function applyPatch(name: string, { file, find, replace }: Patch, text: string): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`"${name}" fits ${places} places in ${file}, not one: ${find}`);
  return text.replace(find, () => replace);
}
