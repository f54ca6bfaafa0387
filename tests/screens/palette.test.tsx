import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { findPages, titleOf } from '#src/routes/admin/-parts/palette-pages.ts'
import en from '../../locales/en.json' with { type: 'json' }
import nl from '../../locales/nl.json' with { type: 'json' }
import { answers } from '#mocks/faults.ts'
import { registered, watch } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'

const FAILED = 'Zoeken is niet gelukt. Probeer het opnieuw.'
const box = () =>
  screen.getByRole('combobox', { name: 'Zoek op naam, bedrijf, cliëntnummer, telefoon, e-mail of dier' })
const palette = () => within(screen.getByRole('dialog', { name: 'Cliënt zoeken' }))
const options = () => palette().findAllByRole('option')
const chosen = () => palette().getByRole('option', { selected: true })
const texts = async () => (await options()).map((option) => option.textContent)

async function openPalette(portal: TestPortal) {
  await portal.user.keyboard('{Control>}k{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Cliënt zoeken' })
  // happy-dom does not move the focus into a dialog. tests/browser/viewing.spec.ts tests the focus.
  act(() => box().focus())
  return within(dialog)
}

const sheet = async () => within(await screen.findByRole('dialog', { name: /berg/i }))

describe('the client palette', () => {
  let portal: TestPortal
  const at = async (address = '/admin/clients/registered') => {
    portal = await openPortal(address, { as: 'staff' })
    return await openPalette(portal)
  }

  test('opens the details of the first match, and restores the search after viewing as the client', async () => {
    const address = '/admin/clients/registered?page=2'
    await at(address)
    await portal.user.paste('berg')
    await waitFor(() => expect(chosen()).toBe(palette().getAllByRole('option')[0]))
    const found = await options()
    expect(box()).toHaveAttribute('aria-activedescendant', found[0]!.id)
    await portal.user.keyboard('{Enter}')
    const name = (await screen.findByRole('dialog', { name: /berg/i })).getAttribute('aria-labelledby')!
    const viewed = document.getElementById(name)!.textContent
    await portal.press('Bekijk als')
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await screen.findByRole('region', { name: /^U bekijkt het portaal als/ })).toHaveTextContent(viewed)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('main')).toHaveFocus()
    await portal.follow('Terug naar beheer')
    await waitFor(() => expect(portal.address()).toMatch(/client=/))
    await portal.confirm('Sluiten')
    await waitFor(() => expect(portal.address()).toBe(address))
    expect(await screen.findByRole('dialog', { name: 'Cliënt zoeken' })).toBeVisible()
    expect(box()).toHaveValue('berg')
    expect(await options()).toHaveLength(found.length)
  })

  test('lists all matches of a list, reopens with Back, and finds locked clients', async () => {
    const [one] = await registered()
    const named = { locked: 1, last_name: 'Qvist', search_name: 'qvist' } as const
    await database().updateTable('client').set(named).where('uuid', '=', one!.uuid).execute()
    await at('/admin/dashboard')
    await portal.user.keyboard('a')
    await portal.user.click(await palette().findByRole('option', { name: /^Alle \d+ geregistreerde cliënten$/ }))
    await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?lastName=a'))
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => portal.router.history.back())
    await waitFor(() => expect(portal.address()).toBe('/admin/dashboard'))
    expect(await screen.findByRole('dialog', { name: 'Cliënt zoeken' })).toBeVisible()
    expect(box()).toHaveValue('a')
    await screen.findByRole('group', { name: 'Niet geregistreerd' })
    act(() => box().focus())
    await portal.user.keyboard('{End}{Enter}')
    await waitFor(() => expect(portal.address()).toBe('/admin/clients/unregistered?lastName=a'))
    await openPalette(portal)
    await portal.user.keyboard('qvi')
    expect(await palette().findByRole('option', { name: /^Qvist .*Geblokkeerd$/ })).toBeVisible()
  })

  test('moves by arrow keys, Home and End, and opens the details of an unregistered client', async () => {
    await at()
    await portal.user.keyboard('berg')
    await screen.findByRole('group', { name: 'Niet geregistreerd' })
    const found = await options()
    expect(screen.getByRole('group', { name: 'Geregistreerd' })).toContainElement(found[0]!)
    expect(screen.getByRole('group', { name: 'Niet geregistreerd' })).toContainElement(found.at(-1)!)
    await portal.user.keyboard('{ArrowDown}')
    expect(chosen()).toBe(found[1])
    await portal.user.keyboard('{ArrowUp}{ArrowUp}')
    expect(chosen()).toBe(found.at(-1))
    await portal.user.keyboard('{ArrowDown}')
    expect(chosen()).toBe(found[0])
    await portal.user.keyboard('{End}')
    expect(chosen()).toBe(found.at(-1))
    await portal.user.keyboard('{Home}')
    expect(chosen()).toBe(found[0])
    await portal.user.keyboard('{End}{Enter}')
    expect(await (await sheet()).findByRole('button', { name: 'Registreren' })).toBeVisible()
  })

  test('opens by its button and by Ctrl+K on pages of the practice, but not over another dialog', async () => {
    const prevented = (init: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true, ...init })
      act(() => void document.body.dispatchEvent(event))
      return event.defaultPrevented
    }
    portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const button = screen.getByRole('button', { name: 'Cliënt zoeken' })
    expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K')
    expect(button).toHaveTextContent('Ctrl K')
    await portal.user.click(button)
    await portal.user.type(box(), 'x{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(prevented({ ctrlKey: true, shiftKey: true })).toBe(false)
    expect(prevented({ metaKey: true })).toBe(false)
    await portal.user.click(screen.getAllByRole('button', { name: /verwijderen$/ })[0]!)
    expect(await screen.findByRole('dialog')).toHaveAccessibleName(/verwijderen uit het portaal/)
    expect(prevented({ ctrlKey: true })).toBe(false)
    await portal.user.click(screen.getByRole('button', { name: 'Annuleren' }))
    expect(screen.queryByRole('dialog')).toBeNull()

    expect(prevented({ ctrlKey: true })).toBe(true)
    await screen.findByRole('dialog', { name: 'Cliënt zoeken' })
    expect(box()).toHaveValue('')
    expect(prevented({ ctrlKey: true })).toBe(true)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await portal.user.type(box(), 'berg')
    await options()
    await portal.user.keyboard('{Enter}')
    await portal.user.click((await sheet()).getByRole('button', { name: 'Bekijk als' }))
    await screen.findByRole('region', { name: /^U bekijkt het portaal als/ })
    expect(prevented({ ctrlKey: true })).toBe(false)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows the last search if an earlier response arrives later', async () => {
    portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const searches = holdRequests('practice/*/clients', ({ searchParams }) => searchParams.has('q'))
    await openPalette(portal)
    await portal.user.keyboard('b{Enter}')
    await searches.count(1)
    await portal.user.keyboard('erg{Enter}')
    await searches.count(2)
    await searches.release(1)
    await waitFor(() => expect(chosen()).toBeVisible())
    const found = await texts()
    expect(found.filter((text) => !/berg|Alle/i.test(text))).toEqual([])
    await searches.release(0)
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(await texts()).toEqual(found)
    await portal.user.keyboard('{Enter}')
    await sheet()
  })

  test('ignores Enter while the options belong to an earlier search', async () => {
    await at()
    await portal.user.keyboard('b')
    await options()
    const later = watch(portal)
    await portal.user.keyboard('erg')
    expect(palette().queryByRole('option', { selected: true })).toBeNull()
    await portal.user.keyboard('{Enter}')
    await waitFor(() => expect(chosen()).toHaveTextContent(/berg/i))
    expect(portal.address()).toBe('/admin/clients/registered')
    expect(later.all()).toEqual([
      'GET /api/practice/de-waag/clients?page=0&size=5&q=berg',
      'GET /api/clients?practiceId=de-waag&page=0&size=5&q=berg',
    ])
  })

  test('states that nothing matches, and retries a failed list without changing the selection', async () => {
    const dialog = await at('/admin/clients/unregistered')
    expect(dialog.getByRole('status')).toHaveTextContent('U vindt iedereen, geregistreerd of niet.')
    await portal.user.keyboard('qqq')
    await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent('Geen cliënt past bij “qqq”.'))
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    injectFault(answers('get', 'practice/*/clients', 500, 'internal', { once: true }))
    await portal.user.clear(box())
    await portal.user.keyboard('berg')
    expect(await dialog.findByText(FAILED)).toBeVisible()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('group', { name: 'Niet geregistreerd' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Geregistreerd' })).toBeNull()
    await portal.user.keyboard('{ArrowDown}')
    const meant = chosen().textContent
    expect((await texts()).indexOf(meant)).toBe(1)
    const later = watch(portal)
    await portal.confirm('Opnieuw proberen')
    expect(await screen.findByRole('group', { name: 'Geregistreerd' })).toBeVisible()
    expect(box()).toHaveFocus()
    expect(later.all()).toEqual(['GET /api/practice/de-waag/clients?page=0&size=5&q=berg'])
    expect(dialog.queryByText(FAILED)).toBeNull()
    expect(chosen().textContent).toBe(meant)
    expect((await texts()).indexOf(meant)).toBeGreaterThan(1)
    await portal.user.keyboard('{ArrowUp}')
    expect((await texts()).indexOf(chosen().textContent)).toBe((await texts()).indexOf(meant) - 1)
  })

  test('appends the matches of the second list', async () => {
    portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const slow = holdRequests('practice/*/clients', ({ searchParams }) => searchParams.has('q'))
    await openPalette(portal)
    const shown: (string | null)[][] = []
    const observer = new MutationObserver(() => {
      const found = palette().queryAllByRole('option')
      shown.push(found.map(({ textContent }) => textContent))
    })
    observer.observe(screen.getByRole('dialog', { name: 'Cliënt zoeken' }), { childList: true, subtree: true })
    await portal.user.keyboard('berg{Enter}')
    await slow.count(1)
    await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(1))
    await slow.releaseAll()
    await waitFor(() => expect(chosen()).toBeVisible())
    observer.disconnect()
    const last = await texts()
    expect(palette().getAllByRole('group')).toHaveLength(2)
    for (const before of shown) expect(last.slice(0, before.length)).toEqual(before)
  })

  const groupOf = async (name: string) =>
    within(await palette().findByRole('group', { name }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)

  test('lists the pages that the user may open, and the last five clients, before anything is typed', async () => {
    await at()
    expect(await groupOf('Naar')).toEqual([
      'Overzicht',
      'Cliënten · Geregistreerd',
      'Cliënten · Niet geregistreerd',
      'Afspraken',
      'Verzoeken',
      'Begrotingen',
      'Formulieren',
      'Formulieren · Onze formulieren',
      'Praktijkgegevens · Profiel',
      'Praktijkgegevens · Openingstijden',
      'Praktijkgegevens · Gegevens voor facturen',
      'Praktijkgegevens · Prijzen',
      'Praktijkgegevens · Cliënten en e-mail',
      'Instellingen',
    ])
    expect(palette().queryByRole('group', { name: 'Laatst bekeken' })).toBeNull()
    await portal.user.keyboard('{Escape}')
    const names = screen.getAllByRole('link', { name: /Amrani/ }).slice(0, 6)
    for (const name of names) {
      await portal.user.click(name)
      await portal.confirm('Sluiten')
    }
    await openPalette(portal)
    expect(await groupOf('Laatst bekeken')).toHaveLength(5)
    expect(chosen()).toHaveTextContent(/Amrani/)
  })

  test.each([
    ['statistics', 'Cijfers', '/admin/figures'],
    ['bewaar', 'Praktijkgegevens · Bewaartermijnen', '/admin/practice/retention'],
    ['practice details security', 'Praktijkgegevens · Beveiliging', '/admin/practice/security'],
    ['cliënten niet', 'Cliënten · Niet geregistreerd', '/admin/clients/unregistered'],
    ['uitnodigen', 'Medewerker uitnodigen', '/admin/staff#invite'],
  ])('finds by %s the page or action %s of admins', async (words, name, address) => {
    portal = await openPortal('/admin/settings', { as: 'admin' })
    await openPalette(portal)
    await portal.user.paste(words)
    expect(await palette().findByRole('option', { name, selected: true })).toBeVisible()
    await portal.user.keyboard('{Enter}')
    await waitFor(() => expect(portal.router.state.location.href).toBe(address))
    if (address.endsWith('invite')) expect(await screen.findByRole('dialog', { name })).toBeVisible()
  })

  test('finds no page of admins for other staff', async () => {
    await at()
    await portal.user.paste('cijfers')
    await waitFor(() => expect(palette().getByRole('status')).toHaveTextContent('Geen cliënt past bij “cijfers”.'))
    expect(palette().queryByRole('option')).toBeNull()
  })

  test('finds each page by its section and title in the other language', () => {
    const rights = { isAdmin: true, has: () => true }
    const titlesIn = (texts: object) => (label: string) =>
      label.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], texts) as string
    const notFound = [
      [en, nl],
      [nl, en],
    ].flatMap(([typed, shown]) =>
      findPages('', rights, () => '').pages.flatMap((page) => {
        const query = titleOf(page).map(titlesIn(typed!)).join(' ')
        return findPages(query, rights, titlesIn(shown!)).pages.includes(page) ? [] : query
      }),
    )
    expect(notFound).toEqual([])
  })
})
