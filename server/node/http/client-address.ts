import { BlockList, isIP } from 'node:net'
import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr'

/** Returns the key of a client's rate limits; undefined without an IP address, as on a Unix socket. */
export type ClientAddress = (peer: string | undefined, forwardedFor: () => string | null) => string | undefined

/**
 * Returns a function that reads the client's IP address. `X-Forwarded-For` is trusted only from the configured proxies.
 * Entries are read from the end, where proxies append, because clients can forge the rest.
 */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = addressList(trustedProxies)

  return (peer, forwardedFor) => {
    let client = readAddress(peer)
    if (client === undefined) return undefined
    if (isTrusted(client)) {
      for (const entry of (forwardedFor() ?? '').split(',').toReversed()) {
        const next = readAddress(entry)
        if (next === undefined) break
        client = next
        if (!isTrusted(client)) break
      }
    }
    return isIP(client) === 6 ? networkOf(client) : client
  }
}

/** Returns a function that tells whether an IP address is one of these addresses, or in one of these networks. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = familyOf(address)
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Returns a normalised IP address; undefined for any other text. Accepts a port, which some proxies append. */
function readAddress(text = ''): string | undefined {
  const trimmed = text.trim()
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed) ?? []
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(trimmed) ?? []
  const [address = ''] = (bracketed ?? beforePort ?? trimmed).split('%')
  if (isIP(address) === 4) return address
  if (isIP(address) === 0) return undefined
  const bits = convertIPv6ToBinary(address)
  return isIPv4MappedIPv6(bits) ? convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(bits)) : address
}

// IPv6 clients are counted per /64, which one household or machine owns.
const networkOf = (address: string) => `${convertIPv6BinaryToString((convertIPv6ToBinary(address) >> 64n) << 64n)}/64`
