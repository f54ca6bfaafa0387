import { expect, test } from 'vitest'
import type { Invoice } from '#src/api/invoices.ts'
import { epcText, paymentOf } from './payment.ts'

const PRACTICE = { name: 'DAP De Waag', iban: 'NL91 ABNA 0417 1643 00' }
const OPEN: Invoice = { uuid: 'a', status: 'UNPAID', date: '2026-03-01', totalInclVat: 100.2, openAmount: 60.1 }
const ACCOUNT = { iban: 'NL91ABNA0417164300', name: 'DAP De Waag' }

test('paymentOf returns the open amount and the bank account of the practice', () => {
  expect(paymentOf(OPEN, PRACTICE)).toEqual({ invoice: OPEN, amount: 6010, account: ACCOUNT, url: undefined })
})

test('paymentOf prefers the account holder to the name of the practice', () => {
  expect(paymentOf(OPEN, { ...PRACTICE, accountHolder: ' Waag B.V. ' })?.account?.name).toBe('Waag B.V.')
  expect(paymentOf(OPEN, { ...PRACTICE, accountHolder: ' ' })?.account?.name).toBe('DAP De Waag')
})

test('paymentOf returns the payment page, with or without a bank account', () => {
  const invoice = { ...OPEN, paymentUrl: 'https://pay.example/1' }
  expect(paymentOf(invoice, PRACTICE)).toMatchObject({ account: ACCOUNT, url: 'https://pay.example/1' })
  expect(paymentOf(invoice, { name: 'x' })).toMatchObject({ account: undefined, url: 'https://pay.example/1' })
})

test.each<[string, Partial<Invoice>]>([
  ['is paid', { status: 'PAID' }],
  ['has another status', { status: 'DRAFT' }],
  ['has nothing open', { openAmount: 0 }],
  ['is a credit note', { totalInclVat: -20, openAmount: -20 }],
  ['is in another currency', { currency: 'USD' }],
  ['is paid by direct debit', { paymentMethod: 'DIRECT_DEBIT' }],
  ['has no amount', { totalInclVat: undefined, openAmount: undefined }],
])('paymentOf returns undefined for an invoice that %s', (_, fields) => {
  expect(paymentOf({ ...OPEN, paymentUrl: 'https://pay.example/1', ...fields }, PRACTICE)).toBeUndefined()
})

test.each([undefined, '', 'NL91ABNA0417164301', '0417164300'])('paymentOf ignores the invalid account %j', (iban) => {
  expect(paymentOf(OPEN, { name: 'x', iban })).toBeUndefined()
})

test.each(['http://pay.example', 'javascript:alert(1)', 'https://user@pay.example', 'pay.example'])(
  'paymentOf ignores the invalid payment page %j',
  (paymentUrl) => {
    expect(paymentOf({ ...OPEN, paymentUrl }, { name: 'x' })).toBeUndefined()
  },
)

const TRANSFER = { name: 'De Waag B.V.', iban: 'NL91ABNA0417164300', amount: 6010, reference: '2026-2' }

test('epcText writes the eleven lines of EPC069-12', () => {
  expect(epcText(TRANSFER).split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'De Waag B.V.',
    'NL91ABNA0417164300',
    'EUR60.10',
    '',
    '',
    '2026-2',
  ])
})

test.each([
  [1, 'EUR0.01'],
  [100, 'EUR1.00'],
  [123_456_789, 'EUR1234567.89'],
])('epcText formats %d cents as %s', (amount, written) => {
  expect(epcText({ ...TRANSFER, amount })).toContain(`\n${written}\n`)
})

test('epcText shortens each text to one line', () => {
  const [name, reference] = ['🐾'.repeat(80), `a\nb\r\n${'x'.repeat(200)}`]
  const lines = epcText({ ...TRANSFER, name, reference }).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines[5]).toBe('🐾'.repeat(70))
  expect(lines[10]).toBe(`a b ${'x'.repeat(136)}`)
})
