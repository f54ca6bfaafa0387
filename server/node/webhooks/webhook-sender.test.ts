import { type IncomingMessage, type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Resolve, createWebhookSender } from './webhook-sender.ts'

const FORBIDDEN = `
  127.0.0.1 127.255.255.254 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. 127.0.0.1:8443
  0.0.0.0 0 0.1.2.3 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 3232235777
  169.254.169.254 169.254.0.1 100.64.0.1 100.100.100.200 100.127.255.255 168.63.129.16 192.0.0.192 192.0.0.1
  192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 198.19.255.255 192.88.99.1 224.0.0.1 239.255.255.255 240.0.0.1
  255.255.255.255 １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1
  [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:8.8.8.8] [::127.0.0.1] [fe80::1] [febf::1]
  [fec0::1] [fc00::1] [fd00:ec2::254] [fdff::1] [ff02::1] [64:ff9b::7f00:1] [64:ff9b:1::1] [2002:7f00:1::]
  [2002:a00:1::1] [2001:0:7f00:1::1] [2001:db8::1] [2001:10::1] [2001:20::1] [2001:2::1] [3fff::1] [5f00::1] [100::1]
  [4000::1] localhost localhost. a.localhost LOCALHOST metadata.google.internal router.local intranet
  user@receiver.example user:secret@receiver.example x@127.0.0.1`
  .trim()
  .split(/\s+/)
const PERMITTED =
  '8.8.8.8 1.1.1.1 172.15.0.1 172.32.0.1 100.128.0.1 192.169.0.1 9.255.255.255 11.0.0.1 [2606:4700::1111] [2a00:1450::1] receiver.example receiver.example:8443 bücher.example RECEIVER.example. unknown.example'.split(
    ' ',
  )

/** Addresses of host names, as a resolver of an internal network would return them. */
const HOSTS: Record<string, string[]> = {
  'receiver.example': ['203.0.114.7', '2606:4700::1111'],
  'xn--bcher-kva.example': ['203.0.114.7'],
  localhost: ['127.0.0.1', '::1'],
  'a.localhost': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'router.local': ['192.168.1.1'],
  intranet: ['10.0.0.7'],
  'mixed.example': ['203.0.114.7', '10.0.0.7'],
}
const resolve: Resolve = async (host) => {
  const found = HOSTS[host.replace(/\.$/, '')]
  if (!found) throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
const LOOPBACK = ['127.0.0.0/8']
const MESSAGE = { headers: { 'webhook-id': '1' }, body: '{}' }

describe('a webhook may be sent to', () => {
  test('at least sixty addresses are tested', () => expect(FORBIDDEN.length).toBeGreaterThanOrEqual(60))

  test.each(FORBIDDEN)('no address such as %s', async (host) => {
    const sender = createWebhookSender({ resolve })
    expect(await sender.rejectionOf(`https://${host}/events`)).toBe('address')
    expect(await sender.post(`https://${host}/events`, MESSAGE)).toMatchObject({ error: 'address' })
  })

  test.each(PERMITTED)('the address %s', async (host) => {
    expect(await createWebhookSender({ resolve }).rejectionOf(`https://${host}/events`)).toBeUndefined()
  })

  test('no host with a private address beside a public one', async () => {
    expect(await createWebhookSender({ resolve }).rejectionOf('https://mixed.example')).toBe('address')
  })

  test('http only in a permitted network, which permits its own addresses only', async () => {
    const sender = createWebhookSender({ resolve, networks: LOOPBACK })
    const rejected = (url: string) => sender.rejectionOf(url)
    expect(await rejected('http://127.0.0.1:1')).toBeUndefined()
    expect(await rejected('http://receiver.example')).toBe('insecure')
    expect(await rejected('http://10.0.0.1')).toBe('address')
    expect(await rejected('ftp://127.0.0.1')).toBe('insecure')
  })
})

describe('post', () => {
  async function receiver(answer: RequestListener) {
    const server = createServer(answer)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }
  const post = (url: string, more: Parameters<typeof createWebhookSender>[0] = {}) =>
    createWebhookSender({ networks: LOOPBACK, ...more }).post(url, MESSAGE)

  test('connects to the checked address, and does not look up the host again', async () => {
    const got: IncomingMessage[] = []
    const port = await receiver((request, response) => {
      got.push(request)
      response.end('thanks')
    })
    let lookups = 0
    const rebinding: Resolve = async () => [{ address: (lookups += 1) === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    const response = await post(`http://rebinding.example:${port}/events`, { resolve: rebinding })
    expect(response).toMatchObject({ status: 200, excerpt: 'thanks' })
    expect(lookups).toBe(1)
    expect(got[0]).toMatchObject({ url: '/events', headers: { host: `rebinding.example:${port}`, 'webhook-id': '1' } })
  })

  test('does not follow a redirect, and reads the delay that a response asks for', async () => {
    let calls = 0
    const port = await receiver((_, response) => {
      calls += 1
      response.writeHead(302, { location: 'http://127.0.0.1/', 'retry-after': '90' }).end()
    })
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ status: 302, retryAfterMs: 90_000 })
    expect(calls).toBe(1)
  })

  test('reads the beginning of an endless response', async () => {
    const port = await receiver((_, response) => {
      const write = () => {
        while (response.write('x'.repeat(1024)));
      }
      response.on('drain', write)
      write()
    })
    expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ status: 200, excerpt: 'x'.repeat(1000) })
  })

  test('gives up a response that does not arrive in time', async () => {
    const port = await receiver(() => {})
    expect(await post(`http://127.0.0.1:${port}`, { timeoutMs: 50 })).toMatchObject({ error: 'timeout' })
  })

  test('reports an unknown host, a server without TLS, and a closed port', async () => {
    const port = await receiver(() => {})
    expect(await post('https://unknown.example', { resolve })).toMatchObject({ error: 'host' })
    expect(await post(`https://127.0.0.1:${port}`)).toMatchObject({ error: 'tls' })
    expect(await post('http://127.0.0.1:1')).toMatchObject({ error: 'connection' })
  })
})
