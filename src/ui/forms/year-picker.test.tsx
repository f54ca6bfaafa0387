// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { yearList } from './months.ts'
import { renderInDutch } from '#src/ui/testing.tsx'
import { YearPicker } from './year-picker.tsx'

afterEach(cleanup)

test('the chosen year is pressed, the arrow keys go between the years, Enter chooses', async () => {
  const onChange = vi.fn<(year: number) => void>()
  renderInDutch(<YearPicker label="Jaar" value={2024} years={yearList(2026, 5)} onChange={onChange} />)
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('2024')
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('2024')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('2021')
  await userEvent.keyboard('{Home}{Enter}')
  expect(onChange.mock.calls).toEqual([[2026]])
})
