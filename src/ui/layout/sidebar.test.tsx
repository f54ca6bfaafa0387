// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { MenuButton } from './header.tsx'
import { SIDEBAR_ID, Sidebar } from './sidebar.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

afterEach(cleanup)

function Area({ narrow }: { narrow: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <MenuButton open={open} controls={SIDEBAR_ID} onToggle={() => setOpen(!open)} />
      <Sidebar narrow={narrow} open={open} onClose={() => setOpen(false)} label="Hoofdmenu">
        <li>
          <a href="#a">Herinneringen</a>
        </li>
      </Sidebar>
      <main>
        <button type="button">Verder</button>
      </main>
    </>
  )
}

const button = () => screen.getByRole('button', { name: 'Menu' })

test('an overlay sidebar takes the focus when it opens, and returns it on Escape', async () => {
  renderInDutch(<Area narrow />)
  await userEvent.click(button())
  expect(button().getAttribute('aria-expanded')).toBe('true')
  expect(button().getAttribute('aria-controls')).toBe(screen.getByRole('navigation', { name: 'Hoofdmenu' }).id)
  expect(document.activeElement).toBe(screen.getByRole('link'))
  await userEvent.keyboard('{Escape}')
  expect(button().getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(button())
})

test('a sidebar beside the page does not move the focus', async () => {
  renderInDutch(<Area narrow={false} />)
  await userEvent.click(button())
  expect(document.activeElement).toBe(button())
  screen.getByRole('button', { name: 'Verder' }).focus()
  expect(button().getAttribute('aria-expanded')).toBe('true')
})
