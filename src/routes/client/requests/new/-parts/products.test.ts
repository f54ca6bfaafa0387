import { expect, test } from 'vitest'
import { productsOf } from './products.ts'

const visit = (uuid: string, date: string, ...products: string[]) => ({
  uuid,
  date,
  medication: products.map((product) => ({ product })),
})
const delivery = (uuid: string, date: string, productName: string) => ({
  uuid,
  date,
  kind: 'DELIVERY' as const,
  description: 'Afgeleverd',
  productName,
})
const of = (given: Partial<Parameters<typeof productsOf>[0]>) =>
  productsOf({ visits: [], entries: [], notRepeated: [], requested: undefined, ...given })

test('productsOf lists each product once, newest first', () => {
  expect(
    of({
      visits: [visit('v1', '2026-01-01', 'Penivet', ''), visit('v2', '2026-03-01', 'Metacam')],
      entries: [
        delivery('d1', '2026-02-01', 'penivet '),
        { uuid: 'd2', date: '2026-04-01', kind: 'VACCINATION', description: 'Enting', productName: 'Nobivac' },
        { uuid: 'd3', date: '2026-05-01', kind: 'DELIVERY', description: 'Brokken' },
      ],
    }),
  ).toEqual([
    { name: 'Metacam', date: '2026-03-01', visitFormUuid: 'v2', isByTelephone: false },
    { name: 'penivet', date: '2026-02-01', logbookEntryUuid: 'd1', isByTelephone: false },
  ])
})

test('productsOf puts the preselected product first', () => {
  const requested = { name: 'Penivet', visitFormUuid: 'v1' }
  expect(of({ requested: requested })).toEqual([{ ...requested, isByTelephone: false }])
  expect(of({ requested: requested, visits: [visit('v2', '2026-02-01', 'Metacam', 'penivet')] })).toEqual([
    { ...requested, date: '2026-02-01', isByTelephone: false },
    { name: 'Metacam', date: '2026-02-01', visitFormUuid: 'v2', isByTelephone: false },
  ])
})

test('productsOf uses the latest record of a product to mark it', () => {
  const marked = (date: string, mayRepeat?: boolean) => ({ ...delivery(date, date, 'Penivet'), mayRepeat })
  const isByTelephone = (...entries: ReturnType<typeof marked>[]) => of({ entries })[0]?.isByTelephone
  expect(isByTelephone(marked('2026-01-01', false))).toBe(true)
  expect(isByTelephone(marked('2026-01-01', false), marked('2026-02-01'))).toBe(true)
  expect(isByTelephone(marked('2026-01-01', false), marked('2026-02-01', true))).toBe(false)
  expect(of({ entries: [marked('2026-01-01', false)], requested: { name: 'penivet' } })[0]?.isByTelephone).toBe(true)
})
