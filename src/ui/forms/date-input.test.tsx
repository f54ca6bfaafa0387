// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DateInput } from './date-input.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

afterEach(cleanup)

const PRESET = '2026-01-01'

function renderBox(value: string | null) {
  const onChange = vi.fn<(date: string) => void>()
  function Page() {
    const [date, setDate] = useState(value)
    return (
      <>
        <DateInput
          label="Van"
          value={date}
          onChange={(day) => {
            onChange(day)
            setDate(day)
          }}
        />
        <button type="button" onClick={() => setDate(PRESET)}>
          Dit jaar
        </button>
      </>
    )
  }
  renderInDutch(<Page />)
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Van' })
  const reported = () => onChange.mock.calls.flat()
  const replace = async (keys: string) => {
    await userEvent.clear(box)
    await userEvent.type(box, keys)
  }
  return { box, reported, replace }
}

const isWrong = (box: HTMLElement) => box.getAttribute('aria-invalid') === 'true'
const describedAs = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent

test('typed digits report a date once it is complete', async () => {
  const { box, reported, replace } = renderBox(null)
  expect(box.placeholder).toBe('dd.mm.jjjj')
  await replace('1205202')
  expect(reported()).toEqual([])
  await userEvent.type(box, '6')
  expect(box.value).toBe('12.05.2026')
  expect(reported()).toEqual(['2026-05-12'])
  await userEvent.type(box, '{Enter}')
  await userEvent.tab()
  expect(reported()).toEqual(['2026-05-12'])
})

test('a period after one digit adds a leading zero', async () => {
  const { box, reported, replace } = renderBox(null)
  await replace('1.5.2026')
  expect(box.value).toBe('01.05.2026')
  expect(reported()).toEqual(['2026-05-01'])
  await replace('12.11.2026')
  expect(reported().at(-1)).toBe('2026-11-12')
})

test.each(['2026-05-12', '12.5.2026'])('the date %s can be pasted', async (text) => {
  const { box, reported } = renderBox('2025-01-01')
  await userEvent.tripleClick(box)
  await userEvent.paste(text)
  expect(box.value).toBe('12.05.2026')
  expect(reported()).toEqual(['2026-05-12'])
})

test('an impossible year cannot be typed', async () => {
  const { box, replace } = renderBox(null)
  await replace('120518')
  expect(box.value.trimEnd()).toBe('12.05.1')
  await userEvent.type(box, '999')
  expect(box.value).toBe('12.05.1999')
})

test('an impossible day shows an error on blur, and remains', async () => {
  const { box, reported, replace } = renderBox('2026-03-01')
  await replace('29022026')
  expect(isWrong(box)).toBe(false)
  await userEvent.tab()
  expect(isWrong(box)).toBe(true)
  expect(describedAs(box)).toContain('Deze datum bestaat niet.')
  expect(box.value).toBe('29.02.2026')
  expect(reported()).toEqual([])
  // 29 February exists in 2028.
  await userEvent.type(box, '{Backspace}')
  expect(isWrong(box)).toBe(true)
  await userEvent.type(box, '8')
  expect(isWrong(box)).toBe(false)
  expect(reported()).toEqual(['2028-02-29'])
})

test('an incomplete date shows an error on Enter, until the value is replaced', async () => {
  const { box, replace } = renderBox('2026-03-01')
  await replace('2902{Enter}')
  expect(describedAs(box)).toContain('Deze datum bestaat niet.')
  await userEvent.click(screen.getByRole('button', { name: 'Dit jaar' }))
  expect(box.value).toBe('01.01.2026')
  expect(isWrong(box)).toBe(false)
})

test('a value that arrives late does not overwrite typed text', async () => {
  const onChange = vi.fn<(date: string) => void>()
  const page = (value: string) => <DateInput label="Van" value={value} onChange={onChange} />
  const { rerender } = renderInDutch(page('2026-03-01'))
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Van' })
  await userEvent.clear(box)
  await userEvent.type(box, '12052026{Backspace}')
  expect(onChange.mock.calls).toEqual([['2026-05-12']])
  rerender(page('2026-05-12'))
  expect(box.value.trimEnd()).toBe('12.05.202')
})

test('an emptied date field restores its date on blur', async () => {
  const { box, reported } = renderBox('2026-03-01')
  await userEvent.clear(box)
  expect(box.value).toBe('')
  await userEvent.tab()
  expect(box.value).toBe('01.03.2026')
  expect(isWrong(box)).toBe(false)
  expect(reported()).toEqual([])
})
