// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SelectInput } from './select-input.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

afterEach(cleanup)

const OPTIONS = [
  { value: '', label: 'Alle dieren' },
  { value: '7', label: 'Bobbie' },
]

test('it has its name, its value and hands on what is chosen', async () => {
  const onChange = vi.fn<(value: string) => void>()
  renderInDutch(<SelectInput label="Dier" value="" options={OPTIONS} onChange={onChange} />)
  const box = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Dier' })
  expect(box.selectedOptions[0]?.textContent).toBe('Alle dieren')
  await userEvent.selectOptions(box, 'Bobbie')
  expect(onChange.mock.calls).toEqual([['7']])
})
