import { LIMITS } from '@hearth/contracts/core/limits';

interface ReadAddresses {
  /** Valid addresses in the given order, without duplicates. */
  addresses: string[];
  /** Entries that are not valid addresses. */
  faults: string[];
}

/** The hourly invite limit of a team. */
export const MAX_ADDRESSES = LIMITS.invitesAnHour;

const ADDRESS = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:]+$/;

/** Parses pasted addresses, with or without names, separated by line breaks, commas, semicolons or spaces. */
export function readAddresses(text: string): ReadAddresses {
  const addresses = new Map<string, string>();
  const faults: string[] = [];
  for (const entry of text.split(/[,;\n]+/)) {
    // `Ada Berg <ada@example.com>`: the text before the bracket is a name and ignored.
    const bracketed = [...entry.matchAll(/<([^<>]*)>/g)].map((match) => match[1] ?? '');
    for (const word of bracketed.length > 0 ? bracketed : entry.split(/\s+/)) {
      const address = word.trim().replace(/^mailto:/i, '');
      if (address === '') continue;
      if (!ADDRESS.test(address)) faults.push(address);
      else if (!addresses.has(address.toLowerCase())) addresses.set(address.toLowerCase(), address);
    }
  }
  return { addresses: [...addresses.values()], faults };
}
