import { expect, test } from 'vitest'
import { isPaymentUrl, paymentUrlOf } from './payment-url.ts'

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
