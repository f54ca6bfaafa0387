import { describe, expect, test } from 'vitest'
import { slug } from './signed-file-url.ts'
import { documentHeaders } from './content.ts'

describe('documentHeaders', () => {
  test.each([
    ['application/pdf', 'application/pdf', 'inline'],
    ['image/heic', 'image/heic', 'inline'],
    ['video/quicktime', 'video/quicktime', 'inline'],
    ['application/msword', 'application/msword', 'attachment'],
    ['text/plain', 'text/plain; charset=utf-8', 'attachment'],
    ['text/csv', 'text/csv; charset=utf-8', 'attachment'],
    ['application/octet-stream', 'application/octet-stream', 'attachment'],
  ])('serves %s as %s, %s', (type, served, place) => {
    const headers = documentHeaders(type, 'x')
    expect([headers['content-type'], headers['content-disposition']?.split(';')[0]]).toEqual([served, place])
  })

  test('has a Content-Security-Policy that forbids scripts', () => {
    const policy = (type: string) => documentHeaders(type, 'x')['content-security-policy']
    const none = "default-src 'none'; frame-ancestors 'none'"
    expect(policy('application/pdf')).toBe(none)
    expect(policy('image/png')).toBe(`${none}; style-src 'unsafe-inline'; sandbox`)
    expect(policy('video/mp4')).toBe(`${none}; style-src 'unsafe-inline'; media-src 'self'`)
    expect(policy('application/octet-stream')).toBe(`${none}; sandbox`)
  })
})

test.each([
  ['scan.pdf', `filename="scan.pdf"; filename*=UTF-8''scan.pdf`],
  ["Ö (1) van Bo's.jpg", `filename="O (1) van Bo's.jpg"; filename*=UTF-8''%C3%96%20%281%29%20van%20Bo%27s.jpg`],
  ['a"\r\nSet-Cookie: x=1\\.pdf', `filename="a_Set-Cookie_ x=1_.pdf"; filename*=UTF-8''a_Set-Cookie_%20x%3D1_.pdf`],
  ['../../etc/passwd', `filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ['fdp.\u202Etxt', `filename="fdp.txt"; filename*=UTF-8''fdp.txt`],
  ['100%.pdf', `filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
  ['\0', `filename="file"; filename*=UTF-8''file`],
])('documentHeaders has a safe Content-Disposition for the file name %j', (name, expected) => {
  expect(documentHeaders('application/pdf', name)['content-disposition']).toBe(`inline; ${expected}`)
})

test.each([
  ['Röntgenfoto Bella 1.JPG', 'rontgenfoto-bella-1.jpg'],
  ['../../etc/passwd', 'etc-passwd'],
  ['?#%&', 'file'],
  ['', 'file'],
  [`${'a'.repeat(200)}.pdf`, `${'a'.repeat(76)}.pdf`],
])('slug(%j) is %s', (name, expected) => {
  expect(slug(name)).toBe(expected)
})
