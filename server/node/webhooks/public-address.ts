import ipaddr from 'ipaddr.js'

/** The space from which public IPv6 addresses are assigned. */
const ASSIGNED = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public addresses that a cloud answers inside its own network only (Azure). */
const METADATA = ['168.63.129.16']

/**
 * Whether an address is on the public internet. False for private, local, shared, reserved and test networks, and for
 * IPv6 addresses that contain an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || METADATA.includes(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(ASSIGNED)
}
