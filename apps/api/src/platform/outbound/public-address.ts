import { BlockList, isIP } from 'node:net';

/** Ranges of IPv4 that are not the public Internet (IANA's registry of special addresses, and multicast). */
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

/** Within 2000::/3; among them those that carry an IPv4 address inside (Teredo, 6to4). */
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
 * Is this a machine of the public Internet? IPv6 is decided by what is allowed: a list of what is not let
 * `[::127.0.0.1]` through. Whatever is no address in its plain form is none.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  if (family === 6 && !address.includes('%')) {
    return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
  }
  return false;
}
