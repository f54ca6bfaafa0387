import { describe, expect, test } from 'vitest'
import { clientAddresses } from './client-address.ts'

const addressOf = (proxies: string[], peer: string | undefined, forwardedFor: string | null = null) =>
  clientAddresses(proxies)(peer, () => forwardedFor)

test("clientAddresses returns the peer's IP address if no proxy is trusted", () => {
  expect(addressOf([], '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1')
  expect(addressOf(['10.0.0.0/8'], '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1')
  expect(addressOf([], undefined, '203.0.113.9')).toBeUndefined()
})

describe('clientAddresses behind a proxy', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['a forged address before that of the proxy', '198.51.100.7, 203.0.113.9', '203.0.113.9'],
    ['a second proxy', '198.51.100.7, 203.0.113.9,10.1.1.1', '203.0.113.9'],
    ['proxies only', '10.9.9.9, 10.1.1.1', '10.9.9.9'],
    ['with a port', '[2001:db8:1:2::3]:4711', '2001:db8:1:2::/64'],
    ['without a header', null, '10.0.0.1'],
    ['an invalid address', '203.0.113.9, <script>', '10.0.0.1'],
    ['an invalid address before a second proxy', '203.0.113.9, ::g, 10.1.1.1', '10.1.1.1'],
  ])('%s: %j', (...row) => {
    const [forwardedFor, client] = row.slice(-2) as [string | null, string]
    expect(addressOf(['10.0.0.0/8'], '10.0.0.1', forwardedFor)).toBe(client)
  })

  test('accepts trusted IP addresses and networks of IPv4 and IPv6', () => {
    const proxies = ['192.0.2.7', '2001:db8:ffff::/48', '::1']
    for (const peer of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8:ffff:1::1', '::1']) {
      expect(addressOf(proxies, peer, '203.0.113.9')).toBe('203.0.113.9')
    }
    expect(addressOf(proxies, '192.0.2.8', '203.0.113.9')).toBe('192.0.2.8')
    expect(addressOf(proxies, '2001:db8:fffe:1::1', '203.0.113.9')).toBe('2001:db8:fffe:1::/64')
  })
})

test('clientAddresses reduces an IPv6 address to its network', () => {
  expect(addressOf([], '2001:DB8:1:2:aaaa::1')).toBe(addressOf([], '2001:db8:1:2::b'))
  expect(addressOf([], '2001:db8:1:2::b')).not.toBe(addressOf([], '2001:db8:1:3::b'))
  expect(addressOf([], '::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(addressOf([], '::ffff:c000:201')).toBe('192.0.2.1')
  expect(addressOf([], 'fe80::1%eth0')).toBe('fe80::/64')
})
