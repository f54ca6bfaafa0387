// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PROGRESS_DELAY_MS } from '#src/lib/constants.ts'
import { ProgressBar } from './progress-bar.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('ProgressBar appears only after a delay, each time', () => {
  const { rerender } = renderInDutch(<ProgressBar active />)
  pass(PROGRESS_DELAY_MS - 1)
  expect(screen.queryByRole('progressbar')).toBeNull()
  pass(1)
  expect(screen.getByRole('progressbar', { name: 'Bezig met laden' })).toBeTruthy()
  rerender(<ProgressBar active={false} />)
  expect(screen.queryByRole('progressbar')).toBeNull()
  rerender(<ProgressBar active />)
  expect(screen.queryByRole('progressbar')).toBeNull()
})
