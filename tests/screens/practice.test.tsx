import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { answers, hangs, isUnreachable } from '#mocks/faults.ts'
import { GENERAL, watch } from './faults.tsx'
import { type TestPortal, arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const PASSWORD = 'Welkom#2026'
const field = (name: RegExp | string) => screen.getByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Opslaan' })
const preview = () => screen.getByRole('complementary', { name: 'Zo zien cliënten u' })
const practiceRow = () =>
  database().selectFrom('practice').selectAll().where('id', '=', 'de-waag').executeTakeFirstOrThrow()

async function retype({ user }: TestPortal, name: RegExp | string, text: string) {
  await user.clear(field(name))
  if (text) await user.type(field(name), text)
}

/** Answers the dialog that asks for it. */
async function prove({ user }: TestPortal, password: string) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Waar cliënten op betalen wijzigen?' }))
  const typed = await dialog.findByLabelText(/^Huidig wachtwoord/)
  await user.clear(typed)
  await user.type(typed, password)
  await user.click(dialog.getByRole('button', { name: 'Opslaan' }))
  return dialog
}

const open = (as: 'admin' | 'staff' = 'staff') => openPortal('/admin/practice', { as })

describe('the practice data', () => {
  test.each(['admin', 'staff'] as const)('are saved by %s, and shown wherever the practice is', async (who) => {
    const portal = await open(who)
    const before = await practiceRow()
    const sent: unknown[] = []
    injectFault(
      http.put('*/api/practice/de-waag', async ({ request }) => {
        sent.push(await request.clone().json())
      }),
    )
    await retype(portal, /^Naam/, 'Kliniek De Waag')
    await retype(portal, 'Website', 'https://waag.example/')
    await retype(portal, 'Tekst', '')
    const later = watch(portal)
    await portal.user.click(save())

    expect(await screen.findByRole('status')).toHaveTextContent('De praktijkgegevens zijn opgeslagen.')
    expect(later.all()).toEqual(['PUT /api/practice/de-waag', 'GET /api/practice/de-waag'])
    // All that was loaded, with what was changed of it.
    expect(sent).toEqual([
      expect.objectContaining({
        id: 'de-waag',
        locked: false,
        name: 'Kliniek De Waag',
        phone: before.phone,
        text: '',
        website: 'https://waag.example/',
      }),
    ])
    expect(await practiceRow()).toMatchObject({
      name: 'Kliniek De Waag',
      website: 'https://waag.example/',
      text: null,
      title: before.title,
      phone: before.phone,
    })
    const sidebar = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
    expect(sidebar.getByText('Kliniek De Waag')).toBeVisible()
    expect(sidebar.getByRole('link', { name: /Website/ })).toHaveAttribute('href', 'https://waag.example/')
    expect(within(preview()).getByText('Kliniek De Waag')).toBeVisible()
  })

  test('where to pay and to write to: an account that is none is refused at its field, and another is saved', async () => {
    const portal = await open('admin')
    expect(field('IBAN')).toHaveValue('NL91 ABNA 0417 1643 00')
    await retype(portal, 'IBAN', 'NL91 ABNA 0417 1643 01')
    await retype(portal, 'E-mailadres', 'balie')
    await retype(portal, 'Online afspraken', 'dewaag.example')
    const later = watch(portal)
    await portal.user.click(save())
    await waitFor(() => expect(field('IBAN')).toHaveAccessibleDescription(/geen geldig IBAN/))
    expect(field('E-mailadres')).toHaveAccessibleDescription(/geldig e-mailadres/)
    expect(field('Online afspraken')).toHaveAccessibleDescription(/begint met http/)
    expect(later.writes()).toEqual([])

    await retype(portal, 'IBAN', 'be68 5390 0754 7034')
    await retype(portal, 'Ten name van', 'Waag NV')
    await retype(portal, 'E-mailadres', 'balie@dewaag.example')
    await retype(portal, 'Online afspraken', '')
    expect(within(preview()).getByRole('link', { name: 'balie@dewaag.example' })).toBeVisible()
    await portal.user.click(save())
    await prove(portal, PASSWORD)
    await screen.findByText('De praktijkgegevens zijn opgeslagen.')
    expect(await practiceRow()).toMatchObject({
      iban: 'be68 5390 0754 7034',
      account_holder: 'Waag NV',
      email: 'balie@dewaag.example',
      booking_url: null,
    })
  })

  test('another account takes the proof of an admin, and what was typed is kept where that is wrong or not given', async () => {
    const portal = await open('admin')
    const before = await practiceRow()
    await retype(portal, 'Titel', 'Welkom')
    await retype(portal, 'IBAN', 'BE68 5390 0754 7034')
    const later = watch(portal)
    await portal.user.click(save())
    const dialog = within(await screen.findByRole('dialog', { name: 'Waar cliënten op betalen wijzigen?' }))
    await dialog.findByLabelText(/^Huidig wachtwoord/)
    await portal.user.click(dialog.getByRole('button', { name: 'Annuleren' }))
    await waitFor(() => expect(save()).not.toHaveAttribute('aria-busy', 'true'))
    expect(later.all().filter((call) => call.startsWith('PUT'))).toEqual([])
    expect(field('IBAN')).toHaveValue('BE68 5390 0754 7034')

    await portal.user.click(save())
    const again = await prove(portal, 'Fout#2026')
    await waitFor(() =>
      expect(again.getByLabelText(/^Huidig wachtwoord/)).toHaveAccessibleDescription(/niet uw huidige wachtwoord/),
    )
    expect(await practiceRow()).toEqual(before)
    await prove(portal, PASSWORD)
    await screen.findByText('De praktijkgegevens zijn opgeslagen.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await practiceRow()).toMatchObject({ iban: 'BE68 5390 0754 7034', title: 'Welkom' })
  })

  test('where a colleague has changed the account meanwhile, the form says so, and what was typed stands', async () => {
    const portal = await open('admin')
    await retype(portal, 'IBAN', 'BE68 5390 0754 7034')
    await database().updateTable('practice').set({ iban: 'NL20INGB0001234567' }).where('id', '=', 'de-waag').execute()
    await portal.user.click(save())
    await prove(portal, PASSWORD)
    expect(await screen.findByText(/Iemand anders heeft dit intussen gewijzigd/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(field('IBAN')).toHaveValue('BE68 5390 0754 7034')
  })

  test('other staff see what clients pay to, and who may change it', async () => {
    const portal = await open()
    expect(screen.queryByRole('textbox', { name: 'IBAN' })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Ten name van' })).toBeNull()
    expect(screen.getByText('NL91 ABNA 0417 1643 00')).toBeVisible()
    expect(screen.getByText('Alleen een beheerder kan wijzigen waar cliënten op betalen.')).toBeVisible()
    await retype(portal, 'Titel', 'Welkom')
    await portal.user.click(save())
    await screen.findByText('De praktijkgegevens zijn opgeslagen.')
  })

  test('an account that an export brought and that is no IBAN is shown as it came', async () => {
    await database().updateTable('practice').set({ iban: '123-4567890-12' }).where('id', '=', 'de-waag').execute()
    await open('admin')
    expect(field('IBAN')).toHaveValue('123-4567890-12')
  })

  test('of another API hold none of these, and what it has of them is sent back as it came', async () => {
    withoutCapabilities()
    await database().updateTable('practice').set({ iban: 'NL00BANK0123456789' }).where('id', '=', 'de-waag').execute()
    const portal = await open()
    for (const name of ['IBAN', 'Ten name van', 'E-mailadres', 'Online afspraken'])
      expect(screen.queryByRole('textbox', { name })).toBeNull()
    await retype(portal, 'Titel', 'Welkom')
    await portal.user.click(save())
    await screen.findByText('De praktijkgegevens zijn opgeslagen.')
    expect(await practiceRow()).toMatchObject({ title: 'Welkom', iban: 'NL00BANK0123456789' })
  })

  test('are shown to clients as they are typed, before they are saved', async () => {
    const portal = await open()
    const later = watch(portal)
    await retype(portal, /^Naam/, 'Nieuwe Naam')
    await retype(portal, 'Titel', 'Welkom')
    await retype(portal, 'Telefoon', '030 1')
    expect(preview()).toHaveTextContent(/NN\s*Nieuwe Naam030 1/)
    expect(within(preview()).getByText('Welkom')).toBeVisible()
    await retype(portal, 'Website', 'geen adres')
    expect(preview()).not.toHaveTextContent('geen adres')
    expect(later.writes()).toEqual([])
  })

  test('are refused with a word at the field, and nothing is sent', async () => {
    const portal = await open()
    const later = watch(portal)
    await retype(portal, /^Naam/, ' ')
    await retype(portal, 'Website', 'www.dewaag.example')
    await portal.user.click(save())
    await waitFor(() => expect(field('Website')).toHaveAccessibleDescription(/begint met http:\/\/ of https:\/\//))
    expect(field(/^Naam/)).toHaveAccessibleDescription('Verplicht veld.')
    await waitFor(() => expect(field(/^Naam/)).toHaveFocus())
    expect(later.writes()).toEqual([])
  })

  test('that the server refuses: the word stands at its field, another on top, and what was typed stays', async () => {
    const portal = await open()
    const refuses = (pointer: string, code: string) =>
      http.put('*/api/practice/de-waag', () =>
        Response.json({ code: 'validation-failed', errors: [{ pointer, code }] }, { status: 400 }),
      )
    await retype(portal, 'Titel', 'Anders')
    injectFault(refuses('/title', 'tooLong'))
    await portal.user.click(save())
    await waitFor(() => expect(field('Titel')).toHaveAccessibleDescription(/Deze tekst is te lang/))
    expect(field('Titel')).toHaveFocus()

    injectFault(refuses('/manaId', 'tooLong'))
    await portal.user.click(save())
    expect(await screen.findByText(/^Niet alles is aangenomen/)).toBeVisible()
    expect(field('Titel')).toHaveValue('Anders')
    expect((await practiceRow()).title).not.toBe('Anders')
  })

  test.each([
    ['500', () => answers('put', 'practice/de-waag', 500), 'De server gaf een fout (500).'],
    ['no connection', () => isUnreachable('put', 'practice/de-waag'), GENERAL],
  ])('that meet %s stay as they were typed, and can be saved after all', async (_, fault, text) => {
    const portal = await open()
    injectFault(fault())
    await retype(portal, 'Titel', 'Welkom bij ons')
    await retype(portal, 'Tekst', 'Twee regels')
    await portal.user.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(field('Titel')).toHaveValue('Welkom bij ons')
    expect(field('Tekst')).toHaveValue('Twee regels')
    await waitFor(() => expect(save()).not.toHaveAttribute('aria-busy'))

    portal.api.network.resetHandlers()
    await portal.user.click(save())
    await waitFor(async () => expect((await practiceRow()).title).toBe('Welkom bij ons'))
  })

  test('that meet a time-out stay as they were typed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const portal = await open()
    injectFault(hangs('put', 'practice/de-waag'))
    fireEvent.change(field('Titel'), { target: { value: 'Te traag' } })
    fireEvent.click(save())
    await waitFor(() => expect(portal.calls).toContain('PUT /api/practice/de-waag'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(field('Titel')).toHaveValue('Te traag')
    await waitFor(() => expect(save()).not.toHaveAttribute('aria-busy'))
  })

  test('are sent once by a double click, and by Enter twice', async () => {
    const portal = await open()
    await retype(portal, 'Titel', 'Eenmaal')
    const later = watch(portal)
    await portal.user.dblClick(save())
    await screen.findByRole('status')
    expect(later.writes()).toEqual(['PUT /api/practice/de-waag'])

    await retype(portal, 'Titel', 'Nogmaals')
    await portal.user.type(field('Titel'), '{Enter}{Enter}')
    await waitFor(async () => expect((await practiceRow()).title).toBe('Nogmaals'))
    await waitFor(() => expect(save()).not.toHaveAttribute('aria-busy'))
    expect(later.writes()).toHaveLength(2)
  })

  test('typed while others are being saved are not lost, and not taken for saved', async () => {
    const portal = await open()
    const { promise, resolve } = Promise.withResolvers<void>()
    injectFault(http.put('*/api/practice/de-waag', () => promise))
    await retype(portal, 'Titel', 'Eerst')
    const later = watch(portal)
    await portal.user.click(save())
    await waitFor(() => expect(later.writes()).toHaveLength(1))
    await portal.user.type(field('Titel'), ' en later')
    resolve()
    await screen.findByRole('status')
    expect((await practiceRow()).title).toBe('Eerst')
    expect(field('Titel')).toHaveValue('Eerst en later')
    await portal.user.click(screen.getByRole('button', { name: 'Annuleren' }))
    expect(field('Titel')).toHaveValue('Eerst')
  })

  test('that were saved are saved, also where they cannot be read again', async () => {
    const portal = await open()
    await retype(portal, 'Titel', 'Gelukt')
    injectFault(answers('get', 'practice/de-waag', 503))
    await portal.user.click(save())
    expect(await screen.findByRole('status')).toHaveTextContent('opgeslagen')
    expect(screen.getByRole('alert')).toHaveTextContent('(503)')
    expect(field('Titel')).toHaveValue('Gelukt')
    expect(screen.getByRole('button', { name: 'Annuleren' })).toBeDisabled()
  })

  test('keep what a colleague saved meanwhile of what was not changed here', async () => {
    const portal = await open()
    await database().updateTable('practice').set({ phone: '020 999' }).where('id', '=', 'de-waag').execute()
    await portal.router.options.context.queryClient.invalidateQueries()
    await waitFor(() => expect(screen.getByRole('link', { name: '020 999' })).toBeVisible())
    await retype(portal, 'Titel', 'Van mij')
    await portal.user.click(save())
    await screen.findByRole('status')
    expect(await practiceRow()).toMatchObject({ title: 'Van mij', phone: '020 999' })
    expect(field('Telefoon')).toHaveValue('020 999')
  })

  describe('that a colleague has changed since the form was opened', () => {
    const change = (columns: { phone?: string; title?: string; text?: string | null }) =>
      database().updateTable('practice').set(columns).where('id', '=', 'de-waag').execute()

    test('in other fields are kept, and those of the form saved', async () => {
      const portal = await open()
      await change({ phone: '020 999' })
      await retype(portal, 'Titel', 'Van mij')
      const later = watch(portal)
      await portal.user.click(save())
      expect(await screen.findByRole('status')).toHaveTextContent('opgeslagen')
      expect(await practiceRow()).toMatchObject({ title: 'Van mij', phone: '020 999' })
      expect(field('Telefoon')).toHaveValue('020 999')
      expect(later.writes()).toHaveLength(2)
      expect(screen.queryByRole('alert')).toBeNull()
    })

    test('in the same field are shown, what was typed stays, and is saved when asked again', async () => {
      const portal = await open()
      await change({ title: 'Van een collega', phone: '020 999' })
      await retype(portal, 'Titel', 'Van mij')
      await portal.user.click(save())
      const told = await screen.findByRole('alert')
      expect(told).toHaveTextContent(
        'Iemand anders heeft dit intussen gewijzigd. Wat u typte, is bewaard. Controleer het en sla het opnieuw op.',
      )
      expect(within(told).getByText('Titel')).toBeVisible()
      expect(within(told).getByText('Van een collega')).toBeVisible()
      expect(within(told).queryByText('Telefoon')).toBeNull()
      expect(screen.getAllByRole('alert')).toHaveLength(1)
      expect(field('Titel')).toHaveValue('Van mij')
      expect(field('Telefoon')).toHaveValue('020 999')
      expect(await practiceRow()).toMatchObject({ title: 'Van een collega', phone: '020 999' })

      await portal.user.click(save())
      await screen.findByRole('status')
      expect(await practiceRow()).toMatchObject({ title: 'Van mij', phone: '020 999' })
      expect(screen.queryByText('Van een collega')).toBeNull()
    })

    test('and emptied are said to be empty; cancelling takes what the colleague made of it', async () => {
      const portal = await open()
      await change({ text: null })
      await retype(portal, 'Tekst', 'Van mij')
      await portal.user.click(save())
      expect(within(await screen.findByRole('alert')).getByText('leeg')).toBeVisible()
      await portal.user.click(screen.getByRole('button', { name: 'Annuleren' }))
      expect(field('Tekst')).toHaveValue('')
    })

    test('by an API that knows no versions are written over, and no version is sent', async () => {
      injectFault(answers('get', 'capabilities', 404))
      const portal = await open()
      const sent: (string | null)[] = []
      injectFault(http.put('*/api/practice/de-waag', ({ request }) => void sent.push(request.headers.get('if-match'))))
      await change({ title: 'Van een collega' })
      await retype(portal, 'Titel', 'Van mij')
      await portal.user.click(save())
      await screen.findByRole('status')
      expect(sent).toEqual([null])
      expect((await practiceRow()).title).toBe('Van mij')
    })
  })

  test('can be put back to what was saved', async () => {
    const portal = await open()
    const { title } = await practiceRow()
    await retype(portal, 'Titel', 'Toch niet')
    await portal.user.click(screen.getByRole('button', { name: 'Annuleren' }))
    expect(field('Titel')).toHaveValue(title ?? '')
  })
})

describe('leaving', () => {
  const away = (portal: TestPortal) => portal.user.click(screen.getByRole('link', { name: 'Overzicht' }))

  test('with something unsaved asks; staying keeps it, leaving leaves', async () => {
    const portal = await open()
    await retype(portal, 'Titel', 'Onaf')
    await away(portal)
    const dialog = await screen.findByRole('dialog', { name: 'Weggaan zonder op te slaan?' })
    await portal.user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(portal.address()).toBe('/admin/practice')
    expect(field('Titel')).toHaveValue('Onaf')

    await away(portal)
    await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Weggaan' }))
    await arrivesAt(portal, '/admin/dashboard')
  })

  test('asks nothing where nothing was changed, nor after saving', async () => {
    const portal = await open()
    await away(portal)
    await arrivesAt(portal, '/admin/dashboard')

    await portal.user.click(screen.getByRole('link', { name: 'Praktijkgegevens' }))
    await screen.findByRole('button', { name: 'Opslaan' })
    await retype(portal, 'Titel', 'Af')
    await portal.user.click(save())
    await screen.findByRole('status')
    await away(portal)
    await arrivesAt(portal, '/admin/dashboard')
  })

  test('by the end of the session is not held up', async () => {
    const portal = await open()
    await retype(portal, 'Titel', 'Onaf')
    injectFault(answers('put', 'practice/de-waag', 401))
    await portal.user.click(save())
    await arrivesAt(portal, '/auth/login')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('the page speaks English', async () => {
  localStorage.setItem('portal-language', 'en')
  await database().updateTable('account').set({ language: 'en' }).execute()
  await open('admin')
  expect(screen.getByRole('heading', { level: 1, name: 'Practice details' })).toBeVisible()
  expect(screen.getByRole('complementary', { name: 'How clients see you' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toBeVisible()
  expect(await screen.findByText(/the access of all 18\d registered clients/)).toBeVisible()
})
