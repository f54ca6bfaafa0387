import { describe, expect, test } from 'vitest'
import { withFrom, withTo } from './period-pickers.tsx'

describe('choosing one end of a period after or before the other end', () => {
  const period = { from: '2026-01', to: '2026-03' }
  test('withFrom moves the end to a later start', () => {
    expect(withFrom('2026-05', period)).toEqual({ from: '2026-05', to: '2026-05' })
    expect(withFrom('2026-03', period)).toEqual({ from: '2026-03', to: '2026-03' })
    expect(withFrom('2025-05', period)).toEqual({ from: '2025-05', to: '2026-03' })
    expect(withFrom('2026-05', { from: undefined, to: undefined })).toEqual({ from: '2026-05', to: undefined })
  })
  test('withTo moves the start to an earlier end', () => {
    expect(withTo('2025-12', period)).toEqual({ from: '2025-12', to: '2025-12' })
    expect(withTo('2026-01', period)).toEqual({ from: '2026-01', to: '2026-01' })
    expect(withTo('2026-05', period)).toEqual({ from: '2026-01', to: '2026-05' })
    expect(withTo('2026-05', { from: undefined, to: undefined })).toEqual({ from: undefined, to: '2026-05' })
  })
})
