import { expect, test } from 'vitest'
import { createSignedUrls } from './signed-url.ts'

const PORTS = {
  secret: new TextEncoder().encode('a secret of the tests, long enough'),
  clock: () => new Date('2026-06-15T10:00:00.000Z'),
}

test('createSignedUrls accepts a URL only for the purpose it was signed for', async () => {
  const addresses = createSignedUrls(PORTS, 'one')
  const address = `http://portal.test${await addresses.sign('/files/a/b', { for: 'x y&z' })}`
  expect(await addresses.verify(address)).toEqual({
    path: ['files', 'a', 'b'],
    query: expect.objectContaining({ for: 'x y&z' }),
    signedAt: PORTS.clock(),
  })
  await expect(createSignedUrls(PORTS, 'two').verify(address)).rejects.toMatchObject({ code: 'forbidden' })
})
