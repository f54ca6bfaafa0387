// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { MonthPicker } from './month-picker.tsx'
import { renderIn, renderInDutch } from '#src/ui/testing.tsx'

afterEach(cleanup)

function renderPicker(value: string, years?: number) {
  const onChange = vi.fn<(month: string) => void>()
  function Page() {
    const [month, setMonth] = useState(value)
    return (
      <>
        <MonthPicker
          label="Van"
          value={month}
          thisMonth="2026-11"
          years={years}
          onChange={(chosen) => {
            onChange(chosen)
            setMonth(chosen)
          }}
        />
        <p>Ergens anders</p>
        <button type="button">Verder</button>
      </>
    )
  }
  renderInDutch(<Page />)
  return { onChange, trigger: screen.getByRole('button', { name: /^Van: / }) }
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const months = (year: number) => screen.getByRole('group', { name: `Maanden van ${year}` })

test('opening the picker shows the year of the month and focuses that month', async () => {
  const { trigger } = renderPicker('2026-05')
  expect(trigger.textContent).toBe('mei 2026')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(trigger)
  expect(trigger.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('dialog', { name: 'Van' })).toBeTruthy()
  expect(document.activeElement).toBe(button('mei'))
  expect(screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual(['mei'])
  expect(button('nov').getAttribute('aria-current')).toBe('date')
})

test('months are named in the current language, and a placeholder replaces an empty value', async () => {
  renderIn(
    'en',
    <MonthPicker label="From" value={undefined} placeholder="Any" thisMonth="2026-11" onChange={() => {}} />,
  )
  await userEvent.click(button('From: Any'))
  expect(document.activeElement).toBe(button('Nov'))
  expect(screen.queryByRole('button', { pressed: true })).toBeNull()
})

test('choosing a month reports it and returns the focus to the button', async () => {
  const { onChange, trigger } = renderPicker('2026-05')
  await userEvent.click(trigger)
  await userEvent.click(button('feb'))
  expect(onChange.mock.calls).toEqual([['2026-02']])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(trigger)
  expect(trigger).toBe(button('Van: feb 2026'))
})

test('years outside the range cannot be reached', async () => {
  renderPicker('2025-12', 1)
  await userEvent.click(button('Van: dec 2025'))
  expect(button('Vorig jaar').disabled).toBe(true)
  button('Volgend jaar').focus()
  await userEvent.keyboard('{Enter}')
  expect(button('Volgend jaar').disabled).toBe(true)
  expect(button('Vorig jaar').disabled).toBe(false)
  // The focused button is now disabled, and December is in the future.
  expect(document.activeElement).toBe(button('nov'))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('arrow keys change the month, and Page Up and Page Down the year', async () => {
  const { onChange, trigger } = renderPicker('2026-05')
  await userEvent.click(trigger)
  const at = () => document.activeElement?.textContent
  await userEvent.keyboard('{ArrowRight}')
  expect(at()).toBe('jun')
  await userEvent.keyboard('{ArrowUp}')
  expect(at()).toBe('mrt')
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
  expect(at()).toBe('mei')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(at()).toBe('jan')
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(at()).toBe('nov')
  await userEvent.keyboard('{PageDown}')
  expect(months(2026)).toBeTruthy()
  await userEvent.keyboard('{PageUp}{End}')
  expect(months(2025)).toBeTruthy()
  expect(at()).toBe('dec')
  await userEvent.keyboard('{PageDown}')
  expect(at()).toBe('nov')
  await userEvent.keyboard('{Enter}')
  expect(onChange.mock.calls).toEqual([['2026-11']])
})

test('the year button opens the list of years', async () => {
  const { onChange, trigger } = renderPicker('2026-12', 3)
  await userEvent.click(trigger)
  await userEvent.click(button('Ander jaar kiezen: 2026'))
  const years = within(screen.getByRole('group', { name: 'Jaren' })).getAllByRole('button')
  expect(years.map(({ textContent }) => textContent)).toEqual(['2026', '2025', '2024', '2023'])
  expect(document.activeElement).toBe(years[0])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onChange).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(within(months(2023)).getByRole('button', { name: 'nov' }))
})

test('Escape, a press outside and Tab close the picker without a choice', async () => {
  const { onChange, trigger } = renderPicker('2026-05')
  await userEvent.click(trigger)
  await userEvent.keyboard('{ArrowRight}{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(trigger)
  await userEvent.click(trigger)
  await userEvent.click(screen.getByText('Ergens anders'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(trigger)
  await userEvent.tab()
  expect(document.activeElement).toBe(button('Verder'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onChange).not.toHaveBeenCalled()
})
