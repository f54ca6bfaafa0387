// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Bars } from './bars.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

afterEach(cleanup)

test('Bars describes each bar in text', () => {
  renderInDutch(
    <Bars
      label="Per maand"
      bars={[
        { key: '2026-01', name: 'jan', value: 34, open: 17, text: 'januari 2026: € 34,00, waarvan € 17,00 openstaand' },
        { key: '2026-02', name: 'feb', value: 0, open: 0, text: 'februari 2026: geen facturen' },
        { key: '2026-03', name: 'mrt', value: -10, open: -10, text: 'maart 2026: € -10,00' },
        { key: '2026-04', name: 'apr', value: 68, open: 99, text: 'april 2026: € 68,00, waarvan € 99,00 openstaand' },
      ]}
    />,
  )
  const items = within(screen.getByRole('list', { name: 'Per maand' })).getAllByRole('listitem')
  for (const hidden of items.flatMap((item) => [...item.querySelectorAll('[aria-hidden]')])) hidden.remove()
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'januari 2026: € 34,00, waarvan € 17,00 openstaand',
    'februari 2026: geen facturen',
    'maart 2026: € -10,00',
    'april 2026: € 68,00, waarvan € 99,00 openstaand',
  ])
  const shapes = items.map((item) => item.querySelector('span')?.getAttribute('style'))
  expect(shapes).toEqual(['--height: 50%; --open: 50%;', null, null, '--height: 100%; --open: 100%;'])
})
