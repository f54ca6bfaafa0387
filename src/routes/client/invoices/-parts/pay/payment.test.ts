import { expect, test } from 'vitest'
import type { Invoice } from '#src/api/invoices.ts'
import { paymentOf } from './payment.ts'

const PRACTICE = { name: 'DAP De Waag', iban: 'NL91 ABNA 0417 1643 00' }
const OPEN: Invoice = { uuid: 'a', status: 'UNPAID', date: '2026-03-01', totalInclVat: 100.2, openAmount: 60.1 }
const ACCOUNT = { iban: 'NL91ABNA0417164300', name: 'DAP De Waag' }

test('what is open is paid to the account of the practice, by its name', () => {
  expect(paymentOf(OPEN, PRACTICE)).toEqual({ invoice: OPEN, amount: 6010, account: ACCOUNT, url: undefined })
})

test('to the name of the account, where that is another', () => {
  expect(paymentOf(OPEN, { ...PRACTICE, accountHolder: ' Waag B.V. ' })?.account?.name).toBe('Waag B.V.')
  expect(paymentOf(OPEN, { ...PRACTICE, accountHolder: ' ' })?.account?.name).toBe('DAP De Waag')
})

test('or by a page of the practice, with an account or without', () => {
  const invoice = { ...OPEN, paymentUrl: 'https://pay.example/1' }
  expect(paymentOf(invoice, PRACTICE)).toMatchObject({ account: ACCOUNT, url: 'https://pay.example/1' })
  expect(paymentOf(invoice, { name: 'x' })).toMatchObject({ account: undefined, url: 'https://pay.example/1' })
})

test.each<[string, Partial<Invoice>]>([
  ['is paid', { status: 'PAID' }],
  ['has another status', { status: 'DRAFT' }],
  ['has nothing open', { openAmount: 0 }],
  ['is a credit note', { totalInclVat: -20, openAmount: -20 }],
  ['is of other money', { currency: 'USD' }],
  ['is collected', { paymentMethod: 'DIRECT_DEBIT' }],
  ['tells no amount', { totalInclVat: undefined, openAmount: undefined }],
])('one that %s is not to be paid', (_, fields) => {
  expect(paymentOf({ ...OPEN, paymentUrl: 'https://pay.example/1', ...fields }, PRACTICE)).toBeUndefined()
})

test.each([undefined, '', 'NL91ABNA0417164301', '0417164300'])('not to the account %j', (iban) => {
  expect(paymentOf(OPEN, { name: 'x', iban })).toBeUndefined()
})

test.each(['http://pay.example', 'javascript:alert(1)', 'https://user@pay.example', 'pay.example'])(
  'not at %j',
  (paymentUrl) => {
    expect(paymentOf({ ...OPEN, paymentUrl }, { name: 'x' })).toBeUndefined()
  },
)
