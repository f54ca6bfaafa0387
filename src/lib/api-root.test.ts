import { expect, test } from 'vitest'
import { addressOf } from './api-root.ts'

test.each([
  ['https://files.example/logo.png', 'https://files.example/logo.png'],
  ['https://files.example/our logo.png', 'https://files.example/our%20logo.png'],
  ['/files/logos/a.png?s=1', `${location.origin}/files/logos/a.png?s=1`],
  ['files/a.png', `${location.origin}/files/a.png`],
])('%s is an address', (given, address) => {
  expect(addressOf(given)).toBe(address)
})

test.each([
  '',
  ' ',
  'Welkom bij ons',
  '<img src=x>',
  '{{7*7}}',
  'javascript:alert(1)',
  'data:image/png;base64,',
  'http://',
])('%j is none', (given) => {
  expect(addressOf(given)).toBeNull()
})
