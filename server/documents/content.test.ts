import { describe, expect, test } from 'vitest'
import { slug } from './signed-file-url.ts'
import { contentType, documentHeaders } from './content.ts'

describe('the type that a file is served as', () => {
  test.each([
    ['application/pdf', 'a.pdf', 'application/pdf', 'inline'],
    ['image/JPEG', 'a.jpg', 'image/jpeg', 'inline'],
    ['image/png; x=y', 'a.png', 'image/png', 'inline'],
    ['image/webp', 'a', 'image/webp', 'inline'],
    [undefined, 'Scan.PDF', 'application/pdf', 'inline'],
    ['', 'a.jpeg', 'image/jpeg', 'inline'],
    ['image/heic', 'a.heic', 'image/heic', 'attachment'],
    ['application/msword', 'a.doc', 'application/msword', 'attachment'],
    ['text/plain', 'a.txt', 'text/plain; charset=utf-8', 'attachment'],
    ['text/html', 'a.pdf', 'application/octet-stream', 'attachment'],
    ['image/svg+xml', 'a.svg', 'application/octet-stream', 'attachment'],
    ['text/javascript', 'a.js', 'application/octet-stream', 'attachment'],
    ['application/xhtml+xml', 'a', 'application/octet-stream', 'attachment'],
    ['toString', 'a.constructor', 'application/octet-stream', 'attachment'],
    [undefined, 'a.html', 'application/octet-stream', 'attachment'],
    [undefined, undefined, 'application/octet-stream', 'attachment'],
  ])('of %s, %s', (mimeType, fileName, type, place) => {
    const headers = documentHeaders(contentType({ mimeType, fileName }), 'x')
    expect([headers['content-type'], headers['content-disposition']?.split(';')[0]]).toEqual([type, place])
  })

  test('what is shown runs nothing, and what is no PDF is in a sandbox', () => {
    const policy = (type: string) => documentHeaders(type, 'x')['content-security-policy']
    expect(policy('application/pdf')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(policy('image/png')).toBe("default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; sandbox")
    expect(policy('application/octet-stream')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
  })
})

test.each([
  ['scan.pdf', `filename="scan.pdf"; filename*=UTF-8''scan.pdf`],
  [
    "Röntgen (1) van Bella's poot.jpg",
    `filename="Rontgen (1) van Bella's poot.jpg"; filename*=UTF-8''R%C3%B6ntgen%20%281%29%20van%20Bella%27s%20poot.jpg`,
  ],
  ['a"\r\nSet-Cookie: x=1\\.pdf', `filename="a_Set-Cookie_ x=1_.pdf"; filename*=UTF-8''a_Set-Cookie_%20x%3D1_.pdf`],
  ['../../etc/passwd', `filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ['fdp.\u202Etxt', `filename="fdp.txt"; filename*=UTF-8''fdp.txt`],
  ['100%.pdf', `filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
  ['\0', `filename="file"; filename*=UTF-8''file`],
])('the name of %j', (name, expected) => {
  expect(documentHeaders('application/pdf', name)['content-disposition']).toBe(`inline; ${expected}`)
})

test.each([
  ['Röntgenfoto Bella 1.JPG', 'rontgenfoto-bella-1.jpg'],
  ['../../etc/passwd', 'etc-passwd'],
  ['?#%&', 'file'],
  ['', 'file'],
  [`${'a'.repeat(200)}.pdf`, `${'a'.repeat(76)}.pdf`],
])('in an address %j is %s', (name, expected) => {
  expect(slug(name)).toBe(expected)
})
