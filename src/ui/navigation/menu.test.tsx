// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { LanguageSwitcher } from './language-switcher.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

afterEach(cleanup)

function renderMenu() {
  const onSelect = vi.fn<() => void>()
  renderInDutch(
    <>
      <Menu label="Acties" trigger="…">
        <MenuItem onSelect={onSelect}>Blokkeren</MenuItem>
        <MenuItem onSelect={onSelect}>Verwijderen</MenuItem>
      </Menu>
      <p>Ergens anders</p>
      <button type="button">Verder</button>
    </>,
  )
  return { onSelect, trigger: screen.getByRole('button', { name: 'Acties' }) }
}

const item = (name: string) => screen.getByRole('menuitem', { name })

test('opening a menu focuses its first item, and Escape returns the focus', async () => {
  const { trigger } = renderMenu()
  await userEvent.click(trigger)
  expect(trigger.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(item('Blokkeren'))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(trigger)
})

test('arrow keys wrap around at the ends of a menu', async () => {
  const { trigger } = renderMenu()
  trigger.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('Blokkeren'))
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(item('Verwijderen'))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('Blokkeren'))
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(item('Verwijderen'))
})

test('a press outside and the Tab key close a menu', async () => {
  const { trigger } = renderMenu()
  await userEvent.click(trigger)
  await userEvent.click(screen.getByText('Ergens anders'))
  expect(screen.queryByRole('menu')).toBeNull()
  await userEvent.click(trigger)
  await userEvent.tab()
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Verder' }))
})

test('onSelect runs after the focus has returned to the button', async () => {
  const { trigger, onSelect } = renderMenu()
  onSelect.mockImplementation(() => expect(document.activeElement).toBe(trigger))
  await userEvent.click(trigger)
  await userEvent.click(item('Verwijderen'))
  expect(onSelect).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

test('LanguageSwitcher opens with the current language focused', async () => {
  const onChange = vi.fn<(language: string) => void>()
  renderInDutch(<LanguageSwitcher language="en" onChange={onChange} />)
  await userEvent.click(screen.getByRole('button', { name: 'Taal: English' }))
  const english = screen.getByRole('menuitemradio', { name: 'English', checked: true })
  expect(document.activeElement).toBe(english)
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Nederlands', checked: false }))
  expect(onChange.mock.calls).toEqual([['nl']])
})
