// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SelectBox } from './select-box.tsx'
import { renderInDutch } from './testing.tsx'

afterEach(cleanup)

const OPTIONS = [
  { value: '', label: 'Alle dieren' },
  { value: '7', label: 'Bobbie' },
]

test.each([true, false])(
  'it has its name, its value and hands on what is chosen; label hidden: %s',
  async (hideLabel) => {
    const onChange = vi.fn<(value: string) => void>()
    renderInDutch(<SelectBox label="Dier" value="" options={OPTIONS} hideLabel={hideLabel} onChange={onChange} />)
    const box = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Dier' })
    expect(box.selectedOptions[0]?.textContent).toBe('Alle dieren')
    await userEvent.selectOptions(box, 'Bobbie')
    expect(onChange.mock.calls).toEqual([['7']])
  },
)
