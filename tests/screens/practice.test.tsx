import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { answers, hangs, isUnreachable } from '#mocks/faults.ts'
import { type TestPortal, arrivesAt, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { GENERAL, renew, watch } from './faults.tsx'
import { dialog, dialogCloses, field, practiceRow, rejectsField, setPractice, shows, sidebar, prove } from './steps.ts'

const PUT = 'practice/de-waag'
const PROOF = 'Rekening voor betalingen wijzigen?'
const IBAN = 'BE68 5390 0754 7034'
const save = (portal: TestPortal) => portal.press('Opslaan')
const isSaved = () => shows('De praktijkgegevens zijn opgeslagen.')
const isIdle = () =>
  waitFor(() => expect(screen.getByRole('button', { name: 'Opslaan' })).not.toHaveAttribute('aria-busy', 'true'))
const preview = () => screen.getByRole('complementary', { name: 'Zo zien cliënten u' })
const puts = (calls: string[]) => calls.filter((call) => call.startsWith('PUT'))

const open = (as: 'admin' | 'staff' = 'staff') => openPortal('/admin/practice', { as })

describe('practice details', () => {
  test.each(['admin', 'staff'] as const)('are saved by %s, and shown wherever the practice appears', async (who) => {
    const portal = await open(who)
    const before = await practiceRow()
    const sent: unknown[] = []
    injectFault(http.put(`*/api/${PUT}`, async ({ request }) => void sent.push(await request.clone().json())))
    await portal.retype(/^Naam/, 'Kliniek De Waag')
    await portal.retype('Website', 'waag.example')
    await portal.retype('Welkomsttekst', '')
    await portal.retype('Bezoekadres', 'Kade 1, 3512 AB Utrecht')
    const later = watch(portal)
    await save(portal)
    await isSaved()
    expect(later.all()).toEqual([`PUT /api/${PUT}`, `GET /api/${PUT}`])
    const { title, phone } = before
    const changed = { name: 'Kliniek De Waag', website: 'https://waag.example', address: 'Kade 1, 3512 AB Utrecht' }
    // The form sends every loaded field, with the changes.
    expect(sent).toEqual([expect.objectContaining({ id: 'de-waag', locked: false, phone, text: '', ...changed })])
    expect(await practiceRow()).toMatchObject({ title, phone, text: null, ...changed })
    expect(sidebar().getByText('Kliniek De Waag')).toBeVisible()
    expect(sidebar().getByRole('link', { name: /Website/ })).toHaveAttribute('href', 'https://waag.example')
    expect(within(preview()).getByText('Kliniek De Waag')).toBeVisible()
    expect(within(preview()).getByRole('link', { name: changed.address })).toBeVisible()
  })

  test('are previewed as typed, validated, and restored by cancelling', async () => {
    const portal = await open()
    const { name, title } = await practiceRow()
    const later = watch(portal)
    await portal.retype(/^Naam/, 'Nieuwe Naam')
    await portal.retype('Welkomsttitel', 'Welkom')
    await portal.retype('Telefoon', '030 1')
    expect(preview()).toHaveTextContent(/NN\s*Nieuwe Naam030 1/)
    expect(within(preview()).getByText('Welkom')).toBeVisible()
    await portal.retype('Website', 'geen')
    expect(preview()).not.toHaveTextContent('geen')
    await portal.retype(/^Naam/, ' ')
    await save(portal)
    await waitFor(() => expect(field('Website')).toHaveAccessibleDescription(/webadres/))
    expect(field(/^Naam/)).toHaveAccessibleDescription('Verplicht veld.')
    await waitFor(() => expect(field(/^Naam/)).toHaveFocus())
    expect(later.writes()).toEqual([])
    await portal.press('Annuleren')
    expect(field(/^Naam/)).toHaveValue(name)
    expect(field('Welkomsttitel')).toHaveValue(title ?? '')
  })

  test('show an error of the server at its field, or above the form if it lacks the field', async () => {
    const portal = await open()
    await portal.retype('Welkomsttitel', 'Anders')
    injectFault(rejectsField('put', PUT, '/title', 'tooLong'))
    await save(portal)
    await waitFor(() => expect(field('Welkomsttitel')).toHaveAccessibleDescription(/Deze tekst is te lang/))
    expect(field('Welkomsttitel')).toHaveFocus()
    injectFault(rejectsField('put', PUT, '/manaId', 'tooLong'))
    await save(portal)
    await shows(/^Sommige velden zijn niet geaccepteerd/)
    expect(field('Welkomsttitel')).toHaveValue('Anders')
    expect((await practiceRow()).title).not.toBe('Anders')
  })

  test.each([
    ['an error of the server', () => answers('put', PUT, 500), 'De server gaf een fout (500).'],
    ['a lost connection', () => isUnreachable('put', PUT), GENERAL],
    ['a timeout', () => hangs('put', PUT), GENERAL],
  ])('are kept in the form after %s, and can be saved again', async (_, fault, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const portal = await open()
    injectFault(fault())
    fireEvent.change(field('Welkomsttitel'), { target: { value: 'Welkom bij ons' } })
    fireEvent.change(field('Welkomsttekst'), { target: { value: 'Twee regels' } })
    fireEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
    await waitFor(() => expect(puts(portal.calls)).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(field('Welkomsttitel')).toHaveValue('Welkom bij ons')
    expect(field('Welkomsttekst')).toHaveValue('Twee regels')
    await isIdle()
    portal.api.network.resetHandlers()
    fireEvent.click(screen.getByRole('button', { name: 'Opslaan' }))
    await waitFor(async () => expect((await practiceRow()).title).toBe('Welkom bij ons'))
  })

  test('typed during a save remain in the form as unsaved', async () => {
    const portal = await open()
    const { promise, resolve } = Promise.withResolvers<void>()
    injectFault(http.put(`*/api/${PUT}`, () => promise))
    await portal.retype('Welkomsttitel', 'Eerst')
    const later = watch(portal)
    await save(portal)
    await waitFor(() => expect(later.writes()).toHaveLength(1))
    await portal.user.type(field('Welkomsttitel'), ' en later')
    resolve()
    await isSaved()
    expect((await practiceRow()).title).toBe('Eerst')
    expect(field('Welkomsttitel')).toHaveValue('Eerst en later')
    await portal.press('Annuleren')
    expect(field('Welkomsttitel')).toHaveValue('Eerst')
  })

  test('count as saved even if reloading them fails', async () => {
    const portal = await open()
    await portal.retype('Welkomsttitel', 'Gelukt')
    injectFault(answers('get', PUT, 503))
    await save(portal)
    await isSaved()
    expect(screen.getByRole('alert')).toHaveTextContent('(503)')
    expect(field('Welkomsttitel')).toHaveValue('Gelukt')
    expect(screen.getByRole('button', { name: 'Annuleren' })).toBeDisabled()
  })
})

describe('the bank account of the practice', () => {
  test('is validated, and requires the password of an admin', async () => {
    const portal = await open('admin')
    const before = await practiceRow()
    expect(field('IBAN')).toHaveValue('NL91 ABNA 0417 1643 00')
    await portal.retype('IBAN', 'NL91 ABNA 0417 1643 01')
    await portal.retype('E-mailadres', 'balie')
    await portal.retype('Online afspraken', 'bel ons')
    const later = watch(portal)
    await save(portal)
    await waitFor(() => expect(field('IBAN')).toHaveAccessibleDescription(/geen geldig IBAN/))
    expect(field('E-mailadres')).toHaveAccessibleDescription(/geldig e-mailadres/)
    expect(field('Online afspraken')).toHaveAccessibleDescription(/webadres/)

    await portal.retype('IBAN', IBAN.toLowerCase())
    await portal.retype('Ten name van', 'Waag NV')
    await portal.retype('E-mailadres', 'balie@dewaag.example')
    await portal.retype('Online afspraken', '')
    expect(within(preview()).getByRole('link', { name: 'balie@dewaag.example' })).toBeVisible()
    await save(portal)
    await (await dialog(PROOF)).findByLabelText(/^Huidig wachtwoord/)
    await portal.confirm('Annuleren')
    await isIdle()
    expect(puts(later.all())).toEqual([])
    expect(field('IBAN')).toHaveValue(IBAN.toLowerCase())

    await save(portal)
    const typed = await prove(portal, 'Opslaan', 'Fout#2026')
    await waitFor(() => expect(typed).toHaveAccessibleDescription(/niet uw huidige wachtwoord/))
    expect(await practiceRow()).toEqual(before)
    await prove(portal, 'Opslaan')
    await isSaved()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await practiceRow()).toMatchObject({
      iban: IBAN.toLowerCase(),
      account_holder: 'Waag NV',
      email: 'balie@dewaag.example',
      booking_url: null,
    })
  })

  test('changed by a colleague meanwhile is reported, and the typed value remains in the form', async () => {
    const portal = await open('admin')
    await portal.retype('IBAN', IBAN)
    await setPractice({ iban: 'NL20INGB0001234567' })
    await save(portal)
    await prove(portal, 'Opslaan')
    await shows(/Iemand anders heeft dit intussen gewijzigd/)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(field('IBAN')).toHaveValue(IBAN)
  })

  test('is shown to staff without the admin role, who may change the rest', async () => {
    const portal = await open()
    expect(screen.queryByRole('textbox', { name: /IBAN|Ten name van/ })).toBeNull()
    await shows('NL91 ABNA 0417 1643 00')
    await shows('Alleen een beheerder kan de rekening wijzigen waarop cliënten betalen.')
    await portal.retype('Welkomsttitel', 'Welkom')
    await save(portal)
    await isSaved()
  })

  test('is shown unchanged if an export sent an invalid IBAN', async () => {
    await setPractice({ iban: '123-4567890-12' })
    await open('admin')
    expect(field('IBAN')).toHaveValue('123-4567890-12')
  })

  test('has no field if the API lacks it, and is sent back unchanged', async () => {
    withoutCapabilities()
    await setPractice({ iban: 'NL00BANK0123456789' })
    const portal = await open()
    expect(
      screen.queryByRole('textbox', { name: /IBAN|Ten name van|E-mailadres|Online afspraken|Bezoekadres/ }),
    ).toBeNull()
    await portal.retype('Welkomsttitel', 'Welkom')
    await save(portal)
    await isSaved()
    expect(await practiceRow()).toMatchObject({ title: 'Welkom', iban: 'NL00BANK0123456789' })
  })
})

describe('practice details that a colleague has changed meanwhile', () => {
  test('are merged if both changed different fields', async () => {
    const portal = await open()
    await setPractice({ phone: '020 999 99 99', name: 'DAP Nieuw' })
    await renew(portal)
    expect(await sidebar().findByText('DAP Nieuw')).toBeVisible()
    await setPractice({ text: 'Van een collega' })
    await portal.retype('Welkomsttitel', 'Van mij')
    const later = watch(portal)
    await save(portal)
    await isSaved()
    expect(await practiceRow()).toMatchObject({ title: 'Van mij', phone: '020 999 99 99', text: 'Van een collega' })
    expect(field('Telefoon')).toHaveValue('020 999 99 99')
    expect(field('Welkomsttekst')).toHaveValue('Van een collega')
    expect(later.writes()).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('are shown if both changed one field, and overwritten by saving again', async () => {
    const portal = await open()
    await setPractice({ title: 'Van een collega', phone: '020 999 99 99' })
    await portal.retype('Welkomsttitel', 'Van mij')
    await save(portal)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(
      'Iemand anders heeft dit intussen gewijzigd. Wat u typte, is bewaard. Controleer het en sla het opnieuw op.',
    )
    expect(within(alert).getByText('Welkomsttitel')).toBeVisible()
    expect(within(alert).getByText('Van een collega')).toBeVisible()
    expect(within(alert).queryByText('Telefoon')).toBeNull()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(field('Welkomsttitel')).toHaveValue('Van mij')
    expect(field('Telefoon')).toHaveValue('020 999 99 99')
    expect(await practiceRow()).toMatchObject({ title: 'Van een collega', phone: '020 999 99 99' })
    await save(portal)
    await isSaved()
    expect(await practiceRow()).toMatchObject({ title: 'Van mij', phone: '020 999 99 99' })
    expect(screen.queryByText('Van een collega')).toBeNull()
  })

  test('are shown as empty if the value was removed, and accepted by cancelling', async () => {
    const portal = await open()
    await setPractice({ text: null })
    await portal.retype('Welkomsttekst', 'Van mij')
    await save(portal)
    expect(within(await screen.findByRole('alert')).getByText('leeg')).toBeVisible()
    await portal.press('Annuleren')
    expect(field('Welkomsttekst')).toHaveValue('')
  })

  test('are overwritten, without If-Match, if the API has no versions', async () => {
    injectFault(answers('get', 'capabilities', 404))
    const portal = await open()
    const sent: (string | null)[] = []
    injectFault(http.put(`*/api/${PUT}`, ({ request }) => void sent.push(request.headers.get('if-match'))))
    await setPractice({ title: 'Van een collega' })
    await portal.retype('Welkomsttitel', 'Van mij')
    await save(portal)
    await isSaved()
    expect(sent).toEqual([null])
    expect((await practiceRow()).title).toBe('Van mij')
  })
})

describe('the tabs of the practice', () => {
  const tabs = () => within(screen.getByRole('navigation', { name: 'Praktijkgegevens' }))

  test.each([
    [
      'admin',
      [
        'Profiel',
        'Openingstijden',
        'Gegevens voor facturen',
        'Prijzen',
        'Cliënten en e-mail',
        'Beveiliging',
        'Gegevenskoppeling',
        'Bewaartermijnen',
      ],
    ],
    ['staff', ['Profiel', 'Openingstijden', 'Gegevens voor facturen', 'Prijzen', 'Cliënten en e-mail']],
  ] as const)('of %s are %s, each with its own URL', async (as, names) => {
    const portal = await open(as)
    expect(
      tabs()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(names)
    for (const name of names) {
      await portal.user.click(tabs().getByRole('link', { name }))
      const address = new URL(tabs().getByRole<HTMLAnchorElement>('link', { name }).href).pathname
      await arrivesAt(portal, address)
      expect(tabs().getByRole('link', { current: 'page' })).toHaveTextContent(name)
    }
  })

  test('keep unsaved changes while another tab is open', async () => {
    const portal = await open('admin')
    await portal.retype('Welkomsttitel', 'Onaf')
    await portal.follow('Bewaartermijnen')
    await portal.type('Facturen', '8')
    await portal.user.click(await screen.findByRole('link', { name: 'Profiel niet opgeslagen' }))
    await waitFor(() => expect(field('Welkomsttitel')).toHaveValue('Onaf'))
    await save(portal)
    await isSaved()
    expect((await practiceRow()).title).toBe('Onaf')
    expect(tabs().getByRole('link', { name: 'Profiel' })).toBeVisible()
    await portal.follow('Bewaartermijnen niet opgeslagen')
    await waitFor(() => expect(field('Facturen')).toHaveValue('8'))
  })

  test('are absent if the API has only the profile', async () => {
    withoutCapabilities()
    const portal = await open('staff')
    expect(screen.queryByRole('navigation', { name: 'Praktijkgegevens' })).toBeNull()
    await portal.goTo('/admin/practice/clients')
    await arrivesAt(portal, '/404')
  })
})

describe('leaving the practice details', () => {
  const leave = (portal: TestPortal) => portal.follow('Overzicht')

  test('requires confirmation only if something is unsaved', async () => {
    const portal = await open()
    const left = async () => {
      await arrivesAt(portal, '/admin/dashboard')
      await portal.follow('Praktijkgegevens')
      await screen.findByRole('button', { name: 'Opslaan' })
    }
    await leave(portal)
    await left()
    await portal.retype('Welkomsttitel', 'Onaf')
    await leave(portal)
    await dialog('Verlaten zonder op te slaan?')
    await portal.confirm('Annuleren')
    await dialogCloses()
    expect(portal.address()).toBe('/admin/practice')
    expect(field('Welkomsttitel')).toHaveValue('Onaf')
    await leave(portal)
    await portal.confirm('Verlaten')
    await left()
    await portal.retype('Welkomsttitel', 'Af')
    await save(portal)
    await isSaved()
    await leave(portal)
    await left()
  })

  test('requires no confirmation when the session ends', async () => {
    const portal = await open()
    await portal.retype('Welkomsttitel', 'Onaf')
    injectFault(answers('put', PUT, 401))
    await save(portal)
    await arrivesAt(portal, '/auth/login')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
