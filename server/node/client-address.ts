import { BlockList, isIP } from 'node:net'
import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr'

/** By what a client is counted; undefined where there is no address, as on a socket of Unix. */
export type ClientAddress = (peer: string | undefined, forwardedFor: () => string | null) => string | undefined

/**
 * Answers whose address a call comes from. `X-Forwarded-For` is believed only where the peer is one of the proxies, and of it only
 * what they wrote: anybody can send such a header, and proxies add to its end.
 */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = familyOf(address)
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }

  return (peer, forwardedFor) => {
    let client = readAddress(peer)
    if (client === undefined) return undefined
    if (trusted.check(client, familyOf(client))) {
      for (const entry of (forwardedFor() ?? '').split(',').toReversed()) {
        const next = readAddress(entry)
        if (next === undefined) break
        client = next
        if (!trusted.check(client, familyOf(client))) break
      }
    }
    return isIP(client) === 6 ? networkOf(client) : client
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** An address as it is written once and for all; undefined for whatever is none. Some proxies add the port. */
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

// A household or a machine has all of these to itself.
const networkOf = (address: string) => `${convertIPv6BinaryToString((convertIPv6ToBinary(address) >> 64n) << 64n)}/64`
