import { expect, test } from 'vitest'
import { isPaymentUrl, isWebsite, paymentUrlOf, websiteOf } from './website.ts'

test.each([
  '',
  'http://dewaag.example',
  'https://www.dewaag.example/over?a=1#b',
  'HTTPS://DEWAAG.EXAMPLE',
  'http://127.0.0.1:8080',
  'https://dewaag.example/@dewaag?mail=a:b@c',
])('isWebsite(%j) is true', (value) => {
  expect(isWebsite(value)).toBe(true)
})

test.each([
  ['without a scheme or a host', [' ', 'dewaag.example', '//dewaag.example', 'http://', 'http://a b']],
  ['with another scheme', ['ftp://dewaag.example', 'mailto:info@dewaag.example', 'javascript:alert(1)']],
  ['with credentials', ['https://user:secret@dewaag.example', 'https://www.dewaag.example@evil.example']],
])('isWebsite is false for a URL %s', (_, values) => {
  expect(values.filter(isWebsite)).toEqual([])
})

test('websiteOf a practice is a valid website or undefined', () => {
  expect(websiteOf({ website: 'https://dewaag.example' })).toBe('https://dewaag.example')
  for (const website of [undefined, '', 'javascript:alert(1)']) expect(websiteOf({ website })).toBeUndefined()
})

test.each([
  ['https://pay.example/2026-1?a=b', true],
  ['HTTPS://pay.example', true],
  ['', true],
  ['http://pay.example', false],
  ['https://user@pay.example', false],
  ['javascript:alert(1)', false],
  ['//pay.example', false],
])('isPaymentUrl(%j) is %j', (address, expected) => {
  expect(isPaymentUrl(address)).toBe(expected)
  expect(paymentUrlOf({ paymentUrl: address })).toBe(expected && address !== '' ? address : undefined)
})
