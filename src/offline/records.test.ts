import { expect, test } from 'vitest'
import { withShiftedDates } from './records.ts'

const key = (...rest: unknown[]) => ['client', 'c-1', ...rest]

test('withShiftedDates moves periods that end on the former day', () => {
  const queryKey = key('logbook', { startDate: '2021-11-22', endDate: '2026-11-22' })
  expect(withShiftedDates(queryKey, '2026-11-22', '2026-12-03')).toEqual(
    key('logbook', { startDate: '2021-12-03', endDate: '2026-12-03' }),
  )
  expect(withShiftedDates(key('withdrawals', '2026-11-22', ['a', 'b']), '2026-11-22', '2026-11-23')).toEqual(
    key('withdrawals', '2026-11-23', ['a', 'b']),
  )
})

test('withShiftedDates keeps other periods', () => {
  const queryKey = key('logbook', { startDate: '2026-01-01', endDate: '2026-06-30' }, null, { page: 1, active: true })
  expect(withShiftedDates(queryKey, '2026-11-22', '2026-12-03')).toEqual(queryKey)
})
