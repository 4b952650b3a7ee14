import { isIPv6 } from 'node:net';
import { addressKey } from './rate-limit.ts';

/** Truncates an IP address to its network. This suffices to distinguish an office from other locations, but not to track a user. */
export function truncateIp(address: string): string {
  const key = addressKey(address);
  if (!isIPv6(address) || key.includes('.')) return `${key.split('.').slice(0, 3).join('.')}.0/24`;
  return `${key.split(':').slice(0, 3).join(':')}::/48`;
}
