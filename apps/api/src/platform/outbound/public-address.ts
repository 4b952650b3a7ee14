import { BlockList, isIP } from 'node:net';

/** IPv4 ranges outside the public Internet: IANA's special-purpose address registry, and multicast. */
const SPECIAL_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Special IPv6 ranges within 2000::/3, including ranges that embed an IPv4 address (Teredo, 6to4). */
const SPECIAL_IPV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const special4 = listOf(SPECIAL_IPV4, 'ipv4');
const special6 = listOf(SPECIAL_IPV6, 'ipv6');
const global6 = listOf([['2000::', 3]], 'ipv6');

function listOf(ranges: readonly [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, bits] of ranges) list.addSubnet(address, bits, family);
  return list;
}

/**
 * Whether this address is on the public Internet. Uses an allowlist for IPv6, because a denylist accepted `[::127.0.0.1]`.
 * Rejects text that is not a plain address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  if (family === 6 && !address.includes('%')) {
    return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
  }
  return false;
}
