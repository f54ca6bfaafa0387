import { expect, test } from 'vitest'
import { isWebsite, websiteOf } from './website.ts'

test.each([
  '',
  'http://dewaag.example',
  'https://www.dewaag.example/over?a=1#b',
  'HTTPS://DEWAAG.EXAMPLE',
  'http://127.0.0.1:8080',
  'https://dewaag.example/@dewaag?mail=a:b@c',
])('%j is one', (value) => {
  expect(isWebsite(value)).toBe(true)
})

test.each([
  ' ',
  'dewaag.example',
  'www.dewaag.example',
  '//dewaag.example',
  '/over-ons',
  'http://',
  'https://?a',
  'http://a b',
  'ftp://dewaag.example',
  'mailto:info@dewaag.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'httpss://dewaag.example',
  'https://user:secret@dewaag.example',
  'https://user@dewaag.example',
  'https://:secret@dewaag.example',
  'https://www.dewaag.example@evil.example',
])('%j is none', (value) => {
  expect(isWebsite(value)).toBe(false)
})

test('of a practice there is one, or none to link to', () => {
  expect(websiteOf({ website: 'https://dewaag.example' })).toBe('https://dewaag.example')
  for (const website of [undefined, '', 'javascript:alert(1)']) expect(websiteOf({ website })).toBeUndefined()
})
