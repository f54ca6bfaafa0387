import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { failsEvery } from '#mocks/faults.ts'
import { SLOW_MS } from '#src/lib/constants.ts'
import { client } from '#harness/builders.ts'
import { box, button, confirm, failures, listed, newcomers, posts, registeredAt, said, select } from './bulk.tsx'
import { rows, watch } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, database, injectFault, openPortal } from '#harness/portal.tsx'

const boxes = () => screen.getAllByRole('checkbox', { name: /selecteren$/ })
const tab = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Cliënten' })).getByRole('link', { name })

async function selectAll(portal: TestPortal, count: number) {
  await portal.user.click(button(`Alle ${count} selecteren`))
  await waitFor(() => expect(said()).toContain(`${count} geselecteerd`))
}

const counts = () =>
  database()
    .selectFrom('client_count')
    .select(['registered', 'unregistered'])
    .where('practice_id', '=', 'de-waag')
    .executeTakeFirstOrThrow()

const lockedCount = async () =>
  (
    await database()
      .selectFrom('client')
      .select('uuid')
      .where('practice_id', '=', 'de-waag')
      .where('locked', '=', 1)
      .execute()
  ).length

const clientOf = (url: string) => new URL(url, 'http://localhost').searchParams.get('clientUuid')!

test('210, more than a call brings, are registered while every tenth call fails: the failures are told, and mended by a retry', async () => {
  const people = await newcomers(210)
  const refused: string[] = []
  injectFault(failsEvery(10, 'post', 'practice/*/clients', ({ url }) => refused.push(people.get(clientOf(url))!)))
  const portal = await select('/admin/clients/unregistered?lastName=zeeman')
  const underWay = new Set<Request>()
  let most = 0
  portal.api.watch({
    started(request) {
      if (request.method === 'GET' && request.url.includes('size=')) return
      underWay.add(request)
      most = Math.max(most, underWay.size)
    },
    answered: (request) => void underWay.delete(request),
  })
  const { all } = watch(portal)

  await selectAll(portal, 210)
  await portal.user.click(button('Registreren'))
  expect(screen.getByRole('dialog', { name: '210 cliënten registreren?' })).toBeVisible()
  await confirm(portal, 'Registreren')
  const progress = await screen.findByRole('progressbar', { name: 'Bezig met registreren' })
  expect(progress).toHaveAttribute('max', '210')
  expect(await screen.findByRole('heading', { name: '189 gelukt, 21 niet gelukt' })).toBeVisible()
  expect(refused).toHaveLength(21)
  expect((await listed()).sort()).toEqual([...refused].sort())
  expect(await failures()).toHaveTextContent('De server gaf een fout (500)')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(new Set(posts(all()).map(clientOf))).toEqual(new Set(people.keys()))
  expect(posts(all())).toHaveLength(210)
  expect(await registeredAt(people.keys())).toHaveLength(189)

  refused.length = 0
  await portal.user.click(button('Opnieuw proberen'))
  expect(await screen.findByRole('heading', { name: '208 gelukt, 2 niet gelukt' })).toBeVisible()
  expect((await listed()).sort()).toEqual([...refused].sort())
  await portal.user.click(button('Opnieuw proberen'))
  expect(await screen.findByText('210 cliënten zijn geregistreerd en krijgen een e-mail.')).toBeVisible()
  expect(screen.queryByRole('region', { name: /niet gelukt/ })).toBeNull()

  // Each was asked for until it was done, and no more.
  expect(posts(all())).toHaveLength(233)
  expect(await registeredAt(people.keys())).toHaveLength(210)
  const noted = await database().selectFrom('audit').select('client_uuid').where('action', '=', 'registered').execute()
  expect(noted.map(({ client_uuid: id }) => String(id)).sort()).toEqual([...people.keys()].sort())
  const fetched = all().filter((call) => /^GET \/api\/clients\/[\w-]+$/.test(call))
  expect(fetched.sort()).toEqual([...people.keys()].map((id) => `GET /api/clients/${id}`).sort())
  expect(most).toBe(3)
  expect(await counts()).toEqual({ registered: 390, unregistered: 90 })
  await waitFor(() => expect(tab(/^Geregistreerd/)).toHaveTextContent('390'))
  await waitFor(() => expect(tab(/^Niet geregistreerd/)).toHaveTextContent('90'))
  expect(await screen.findByText('Niemand gevonden')).toBeVisible()
})

test('who has no e-mail address is left out, with the reason, and not asked for', async () => {
  const people = await newcomers(3, (n) => (n === 1 ? null : `zeeman${n}@mail.example`))
  const portal = await select('/admin/clients/unregistered?lastName=zeeman')
  await portal.user.click(box('Deze pagina'))
  await portal.user.click(button('Registreren'))
  expect(await screen.findByRole('heading', { name: '2 gelukt, 1 overgeslagen (geen e-mailadres)' })).toBeVisible()
  expect(await listed()).toEqual(['Kees1 Zeeman'])
  expect(await failures()).toHaveTextContent('Zonder e-mailadres kan deze cliënt niet worden geregistreerd')
  expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
  expect(posts(portal.calls)).toHaveLength(2)
  expect(await registeredAt(people.keys())).toHaveLength(2)
})

test('who is blocked is left out and named, unless a box that is off says otherwise', async () => {
  const people = await newcomers(4)
  const [first, second] = [...people.keys()]
  await database().updateTable('client').set({ locked: 1 }).where('uuid', 'in', [first!, second!]).execute()
  const locked = () =>
    database()
      .selectFrom('client')
      .select('uuid')
      .where('uuid', 'in', [...people.keys()])
      .where('locked', '=', 1)
      .execute()
  const portal = await select('/admin/clients/unregistered?lastName=zeeman')
  await portal.user.click(box('Deze pagina'))
  await portal.user.click(button('Registreren'))
  const dialog = within(screen.getByRole('dialog', { name: '2 cliënten registreren?' }))
  expect(dialog.getByText(/2 cliënten zijn geblokkeerd .* overgeslagen: Kees0 Zeeman en Kees1 Zeeman\./)).toBeVisible()
  expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await confirm(portal, 'Registreren')
  expect(await screen.findByRole('heading', { name: '2 gelukt, 2 overgeslagen (geblokkeerd)' })).toBeVisible()
  expect((await listed()).sort()).toEqual(['Kees0 Zeeman', 'Kees1 Zeeman'])
  expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
  expect(await registeredAt(people.keys())).toHaveLength(2)
  expect(await locked()).toHaveLength(2)

  await portal.user.click(button('Sluiten'))
  await portal.user.click(button('Registreren'))
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Registreren' })).toBeDisabled()
  await portal.user.click(box(/Dat heft hun blokkering op/))
  await confirm(portal, 'Registreren')
  expect(await screen.findByText('2 cliënten zijn geregistreerd en krijgen een e-mail.')).toBeVisible()
  expect(await registeredAt(people.keys())).toHaveLength(4)
  expect(await locked()).toEqual([])
})

test('each that is not done is named once, in the file as well; only what may help is tried again', async () => {
  const people = await newcomers(5, (n) =>
    n === 4 ? null : n === 3 ? 'zeeman2@mail.example' : `zeeman${n}@mail.example`,
  )
  const [broken, , , taken] = [...people.keys()]
  let isBroken = true
  injectFault(
    http.post('*/api/practice/*/clients', ({ request }) => {
      if (clientOf(request.url) === broken && isBroken) return Response.json({ code: 'internal' }, { status: 500 })
      return clientOf(request.url) === taken ? Response.json({ code: 'conflict' }, { status: 409 }) : undefined
    }),
  )
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const portal = await select('/admin/clients/unregistered?lastName=zeeman')
  await portal.user.click(box('Deze pagina'))
  await portal.user.click(button('Registreren'))
  const outcome = '2 gelukt, 2 niet gelukt, 1 overgeslagen (geen e-mailadres)'
  expect(await screen.findByRole('heading', { name: outcome })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(outcome)
  expect((await listed()).sort()).toEqual(['Kees0 Zeeman', 'Kees3 Zeeman', 'Kees4 Zeeman'])
  await portal.user.click(button('Deze lijst downloaden als CSV'))
  await waitFor(() => expect(create).toHaveBeenCalled())
  const lines = (await (create.mock.calls[0]![0] as Blob).text()).trim().split('\r\n')
  expect(lines.slice(1).sort()).toEqual([
    ';Kees0 Zeeman;zeeman0@mail.example;De server gaf een fout (500). Probeer het later opnieuw.',
    ';Kees3 Zeeman;zeeman2@mail.example;Een andere cliënt gebruikt dit e-mailadres al',
    ';Kees4 Zeeman;;Geen e-mailadres',
  ])

  isBroken = false
  const { writes } = watch(portal)
  await portal.user.click(button('Opnieuw proberen'))
  const after = '3 gelukt, 1 niet gelukt, 1 overgeslagen (geen e-mailadres)'
  expect(await screen.findByRole('heading', { name: after })).toBeVisible()
  expect(writes()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
  vi.restoreAllMocks()
})

test('while the list of failures stands there, others can be chosen and registered', async () => {
  const people = await newcomers(3, (n) => (n === 1 ? null : `zeeman${n}@mail.example`))
  const portal = await select('/admin/clients/unregistered?lastName=zeeman')
  await portal.user.click(box('Kees0 Zeeman selecteren'))
  await portal.user.click(box('Kees1 Zeeman selecteren'))
  await portal.user.click(button('Registreren'))
  await failures()
  // Nothing can be done for who is left selected.
  expect(screen.queryByRole('button', { name: 'Registreren' })).toBeNull()
  await portal.user.click(box('Kees2 Zeeman selecteren'))
  await portal.user.click(button('Registreren'))
  await waitFor(async () => expect(await registeredAt(people.keys())).toHaveLength(2))
})

test('a selection holds over pages and searches, and is counted aloud', async () => {
  const portal = await select('/admin/clients/registered')
  await portal.user.click(boxes()[0]!)
  expect(said()).toContain('1 geselecteerd')
  expect(box('Deze pagina')).toBePartiallyChecked()
  const first = rows()[0]!.textContent
  await portal.user.click(screen.getByRole('link', { name: 'Volgende pagina' }))
  await waitFor(() => expect(rows()[0]!.textContent).not.toBe(first))
  expect(box('Deze pagina')).not.toBeChecked()
  await portal.user.click(box('Deze pagina'))
  expect(said()).toContain('26 geselecteerd')
  expect(boxes().every((each) => each.matches(':checked'))).toBe(true)
  await portal.user.type(screen.getByRole('searchbox'), 'berg')
  await waitFor(() => expect(rows().every((row) => row.textContent.includes('Berg'))).toBe(true))
  expect(said()).toContain('26 geselecteerd')
  await portal.user.click(button('Niets selecteren'))
  expect(said()).toContain('Niemand geselecteerd')
  expect(screen.queryByRole('button', { name: 'Verwijderen' })).toBeNull()
})

test('only who is open is locked, and only who is locked is unlocked', async () => {
  const one = await database()
    .selectFrom('client')
    .select('uuid')
    .where('practice_id', '=', 'de-waag')
    .where('registered', '=', 1)
    .where('locked', '=', 0)
    .where('search_name', 'like', 'van%')
    .orderBy('sort_name')
    .executeTakeFirstOrThrow()
  await database().updateTable('client').set({ locked: 1 }).where('uuid', '=', one.uuid).execute()
  const before = await lockedCount()
  const portal = await select('/admin/clients/registered?lastName=van')
  const locked = rows().filter((row) => row.textContent.includes('Geblokkeerd')).length
  const open = rows().length - locked
  await portal.user.click(box('Deze pagina'))
  expect(locked).toBeGreaterThan(0)
  const { writes } = watch(portal)
  await portal.user.click(button('Blokkeren'))
  expect(await screen.findByText(`${open} cliënten zijn geblokkeerd.`)).toBeVisible()
  expect(writes()).toHaveLength(open)
  expect(await lockedCount()).toBe(before + open)
  await waitFor(() => expect(rows().every((row) => row.textContent.includes('Geblokkeerd'))).toBe(true))

  // Now that all of them are, there is only one thing to do.
  await portal.user.click(box('Deze pagina'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Blokkeren' })).toBeNull())
  await portal.user.click(button('Deblokkeren'))
  expect(await screen.findByText(`${open + locked} cliënten zijn gedeblokkeerd.`)).toBeVisible()
  expect(await lockedCount()).toBe(before - locked)
})

test('deleting asks, with the number; Escape changes nothing', async () => {
  const portal = await select('/admin/clients/registered')
  await portal.user.click(boxes()[0]!)
  await portal.user.click(boxes()[1]!)
  await portal.user.click(button('Verwijderen'))
  const dialog = screen.getByRole('dialog', { name: '2 cliënten verwijderen uit het portaal?' })
  const { writes } = watch(portal)
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(writes()).toEqual([])

  await portal.user.click(button('Verwijderen'))
  await confirm(portal, 'Verwijderen')
  expect(await screen.findByText('2 cliënten zijn verwijderd uit het portaal.')).toBeVisible()
  expect(writes()).toHaveLength(2)
  expect(await counts()).toEqual({ registered: 178, unregistered: 92 })
})

test('all that match can be selected over pages, unless it is cancelled', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  let release = () => {}
  injectFault(
    http.get('*/api/practice/*/clients', async ({ request }) => {
      if (!request.url.includes('size=200')) return undefined
      await new Promise<void>((resolve) => (release = resolve))
      return undefined
    }),
  )
  await portal.user.click(button('Selecteren'))
  await portal.user.click(await screen.findByRole('button', { name: 'Alle 180 selecteren' }))
  await portal.user.click(button('Annuleren'))
  release()
  await waitFor(() => expect(button('Alle 180 selecteren')).toBeEnabled())
  expect(said()).toContain('Niemand geselecteerd')
  expect(screen.queryByRole('alert')).toBeNull()
  portal.api.network.resetHandlers()
  await selectAll(portal, 180)
})

test.each(['the file', 'the selection'])(
  '%s of a list that changes while it is fetched is fetched again',
  async (what) => {
    const people = await newcomers(420)
    const [slid] = people.keys()
    let pages = 0
    injectFault(
      http.get('*/api/clients', async ({ request }) => {
        if (!request.url.includes('size=200')) return
        pages += 1
        // Between the first page and the second somebody leaves, and another one slides past.
        if (pages === 2) await database().deleteFrom('client').where('uuid', '=', slid!).execute()
        if (pages === 2) await database().updateTable('client_count').set({ unregistered: 509 }).execute()
      }),
    )
    const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const portal = await openPortal('/admin/clients/unregistered?lastName=zeeman', { as: 'staff' })
    if (what === 'the file') {
      await portal.user.click(button('Lijst downloaden als CSV'))
      await waitFor(() => expect(create).toHaveBeenCalled())
      const lines = (await (create.mock.calls[0]![0] as Blob).text()).trim().split('\r\n')
      expect(new Set(lines.slice(1)).size).toBe(419)
    } else {
      await portal.user.click(button('Selecteren'))
      await portal.user.click(await screen.findByRole('button', { name: 'Alle 420 selecteren' }))
      await waitFor(() => expect(said()).toContain('419 geselecteerd'))
    }
    expect(pages).toBe(6)
    vi.restoreAllMocks()
  },
)

test('a list whose file takes long says so, until it is there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const slow = holdRequests('practice/*/clients', ({ searchParams }) => searchParams.get('size') === '200')
  await portal.user.click(button('Lijst downloaden als CSV'))
  await slow.count(1)
  await act(() => vi.advanceTimersByTimeAsync(SLOW_MS))
  expect(screen.getByText(/Het duurt langer dan normaal/)).toBeVisible()
  await slow.releaseAll()
  await waitFor(() => expect(create).toHaveBeenCalled())
  await waitFor(() => expect(screen.queryByText(/Het duurt langer dan normaal/)).toBeNull())
})

test('the list as a file: all that match, safe for a spreadsheet', async () => {
  await newcomers(1, () => 'zeeman@mail.example')
  await client(database(), 'de-waag', {
    last_name: 'Zeeman',
    call_name: 'Anna',
    company_name: '=HYPERLINK("x";"y")',
    email: null,
    client_number: '77',
    city: '-Den Haag',
  })
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const portal = await openPortal('/admin/clients/unregistered?lastName=zeeman', { as: 'staff' })
  const { all } = watch(portal)
  await portal.user.click(button('Lijst downloaden als CSV'))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatch(/^clienten-niet-geregistreerd-.*de-waag-\d{4}-\d\d-\d\d\.csv$/)
  const bytes = new Uint8Array(await (create.mock.calls[0]![0] as Blob).arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
    'Cliëntnummer;Naam;Achternaam;Roepnaam;Voornaam;Bedrijf;E-mailadres;Plaats;Status',
    `77;"'=HYPERLINK(""x"";""y"")";Zeeman;Anna;;"'=HYPERLINK(""x"";""y"")";;'-Den Haag;Niet geregistreerd`,
    ';Kees0 Zeeman;Zeeman;Kees0;;;zeeman@mail.example;;Niet geregistreerd',
    '',
  ])
  expect(all()).toContain('GET /api/clients?practiceId=de-waag&page=0&size=200&q=zeeman')
  vi.restoreAllMocks()
})
