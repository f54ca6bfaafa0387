import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failsEvery } from '#mocks/faults.ts'
import { client } from '#harness/builders.ts'
import {
  box,
  button,
  confirm,
  failures,
  listed,
  newcomers,
  posts,
  registeredAt,
  announcements,
  select,
} from './bulk.tsx'
import { rows, textOfRows, watch } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, database, injectFault, openPortal } from '#harness/portal.tsx'
import { savedFiles, shows, showsHeading } from './steps.ts'

const NEWCOMERS = '/admin/clients/unregistered?lastName=zeeman'
const boxes = () => screen.getAllByRole('checkbox', { name: /selecteren$/ })
const tab = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Cliënten' })).getByRole('link', { name })
const noRetry = () => expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
const linesOf = async ({ file }: { file: Blob }) => (await file.text()).trim().split('\r\n')

async function selectAll(portal: TestPortal, count: number) {
  await portal.press(`Alle ${count} selecteren`)
  await waitFor(() => expect(announcements()).toContain(`${count} geselecteerd`))
}

async function registerPage() {
  const portal = await select(NEWCOMERS)
  await portal.tick('Deze pagina')
  await portal.press('Registreren')
  return portal
}

const counts = () =>
  database()
    .selectFrom('client_count')
    .select(['registered', 'unregistered'])
    .where('practice_id', '=', 'de-waag')
    .executeTakeFirstOrThrow()

const lock = (uuids: string[]) =>
  database().updateTable('client').set({ locked: 1 }).where('uuid', 'in', uuids).execute()
const locked = async () => {
  const clients = database().selectFrom('client').select('uuid').where('practice_id', '=', 'de-waag')
  return (await clients.where('locked', '=', 1).execute()).map(({ uuid }) => uuid)
}

const clientOf = (url: string) => new URL(url, 'http://localhost').searchParams.get('clientUuid')!

afterEach(() => vi.restoreAllMocks())

describe('registering many clients', () => {
  test('makes at most three calls at a time, and repeats only failed clients', async () => {
    const people = await newcomers(30)
    const refused: string[] = []
    injectFault(failsEvery(10, 'post', 'practice/*/clients', ({ url }) => refused.push(people.get(clientOf(url))!)))
    const portal = await select(NEWCOMERS)
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

    await selectAll(portal, 30)
    await portal.press('Registreren')
    expect(screen.getByRole('dialog', { name: '30 cliënten registreren?' })).toBeVisible()
    await confirm(portal, 'Registreren')
    const progress = await screen.findByRole('progressbar', { name: 'Bezig met registreren' })
    expect(progress).toHaveAttribute('max', '30')
    await showsHeading('27 gelukt, 3 niet gelukt')
    expect(refused).toHaveLength(3)
    expect((await listed()).sort()).toEqual(refused.sort())
    expect(await failures()).toHaveTextContent('De server gaf een fout (500)')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(posts(all()).map(clientOf).sort()).toEqual([...people.keys()].sort())
    expect(await registeredAt(people.keys())).toHaveLength(27)

    await portal.press('Opnieuw proberen')
    await shows('30 cliënten zijn geregistreerd en krijgen een e-mail.')
    expect(screen.queryByRole('region', { name: /niet gelukt/ })).toBeNull()
    expect(posts(all())).toHaveLength(33)
    expect(await registeredAt(people.keys())).toHaveLength(30)
    const logged = await database()
      .selectFrom('audit')
      .select('client_uuid')
      .where('action', '=', 'registered')
      .execute()
    expect(logged.map(({ client_uuid: id }) => String(id)).sort()).toEqual([...people.keys()].sort())
    const fetched = all().filter((call) => /^GET \/api\/clients\/[\w-]+$/.test(call))
    expect(fetched.sort()).toEqual([...people.keys()].map((id) => `GET /api/clients/${id}`).sort())
    expect(most).toBe(3)
    expect(await counts()).toEqual({ registered: 210, unregistered: 90 })
    await waitFor(() => expect(tab(/^Geregistreerd/)).toHaveTextContent('210'))
    await waitFor(() => expect(tab(/^Niet geregistreerd/)).toHaveTextContent('90'))
    await shows('Geen cliënten gevonden')
  })

  test('skips clients without an e-mail address', async () => {
    const people = await newcomers(4, (n) => (n === 1 ? null : `zeeman${n}@mail.example`))
    const portal = await select(NEWCOMERS)
    for (const n of [0, 1, 2]) await portal.tick(`Kees${n} Zeeman selecteren`)
    await portal.press('Registreren')
    await showsHeading('2 gelukt, 1 overgeslagen (geen e-mailadres)')
    expect(await listed()).toEqual(['Kees1 Zeeman'])
    expect(await failures()).toHaveTextContent('Zonder e-mailadres kan deze cliënt niet worden geregistreerd')
    noRetry()
    expect(posts(portal.calls)).toHaveLength(2)
    expect(await registeredAt(people.keys())).toHaveLength(2)

    // Only the skipped client is still selected.
    expect(screen.queryByRole('button', { name: 'Registreren' })).toBeNull()
    await portal.tick('Kees3 Zeeman selecteren')
    await portal.press('Registreren')
    await waitFor(async () => expect(await registeredAt(people.keys())).toHaveLength(3))
  })

  test('skips locked clients, unless a checkbox unlocks them', async () => {
    const people = await newcomers(4)
    const before = await locked()
    await lock([...people.keys()].slice(0, 2))
    const portal = await registerPage()
    const dialog = within(screen.getByRole('dialog', { name: '2 cliënten registreren?' }))
    expect(
      dialog.getByText(/2 cliënten zijn geblokkeerd .* overgeslagen: Kees0 Zeeman en Kees1 Zeeman\./),
    ).toBeVisible()
    expect(dialog.getByRole('checkbox')).not.toBeChecked()
    await confirm(portal, 'Registreren')
    await showsHeading('2 gelukt, 2 overgeslagen (geblokkeerd)')
    expect((await listed()).sort()).toEqual(['Kees0 Zeeman', 'Kees1 Zeeman'])
    noRetry()
    expect(await registeredAt(people.keys())).toHaveLength(2)
    expect(await locked()).toHaveLength(before.length + 2)

    await portal.press('Sluiten')
    await portal.press('Registreren')
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Registreren' })).toBeDisabled()
    await portal.tick(/Dat heft hun blokkering op/)
    await confirm(portal, 'Registreren')
    await shows('2 cliënten zijn geregistreerd en krijgen een e-mail.')
    expect(await registeredAt(people.keys())).toHaveLength(4)
    expect(await locked()).toEqual(before)
  })

  test('lists each failure once, and repeats only clients that may succeed', async () => {
    const emails = [
      'zeeman0@mail.example',
      'zeeman1@mail.example',
      'zeeman2@mail.example',
      'zeeman2@mail.example',
      null,
    ]
    const people = await newcomers(5, (n) => emails[n]!)
    const [broken, , , taken] = [...people.keys()]
    let isBroken = true
    injectFault(
      http.post('*/api/practice/*/clients', ({ request }) => {
        if (clientOf(request.url) === broken && isBroken) return Response.json({ code: 'internal' }, { status: 500 })
        return clientOf(request.url) === taken ? Response.json({ code: 'conflict' }, { status: 409 }) : undefined
      }),
    )
    const saved = savedFiles()
    const portal = await registerPage()
    const outcome = '2 gelukt, 2 niet gelukt, 1 overgeslagen (geen e-mailadres)'
    await showsHeading(outcome)
    expect(screen.getByRole('alert')).toHaveTextContent(outcome)
    expect((await listed()).sort()).toEqual(['Kees0 Zeeman', 'Kees3 Zeeman', 'Kees4 Zeeman'])
    await portal.press('Deze lijst downloaden als CSV')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect((await linesOf(saved[0]!)).slice(1).sort()).toEqual([
      ';Kees0 Zeeman;zeeman0@mail.example;De server gaf een fout (500). Probeer het later opnieuw.',
      ';Kees3 Zeeman;zeeman2@mail.example;Een andere cliënt gebruikt dit e-mailadres al',
      ';Kees4 Zeeman;;Geen e-mailadres',
    ])
    isBroken = false
    const { writes } = watch(portal)
    await portal.press('Opnieuw proberen')
    await showsHeading('3 gelukt, 1 niet gelukt, 1 overgeslagen (geen e-mailadres)')
    expect(writes()).toHaveLength(1)
    noRetry()
  })
})

describe('a selection', () => {
  test('is kept over pages and searches, and its size is announced', async () => {
    const portal = await select('/admin/clients/registered')
    await portal.user.click(boxes()[0]!)
    expect(announcements()).toContain('1 geselecteerd')
    expect(box('Deze pagina')).toBePartiallyChecked()
    const [first] = textOfRows()
    await portal.follow('Volgende pagina')
    await waitFor(() => expect(textOfRows()[0]).not.toBe(first))
    expect(box('Deze pagina')).not.toBeChecked()
    await portal.tick('Deze pagina')
    expect(announcements()).toContain('26 geselecteerd')
    for (const each of boxes()) expect(each).toBeChecked()
    await portal.user.type(screen.getByRole('searchbox'), 'berg')
    await waitFor(() => expect(textOfRows().every((row) => row.includes('Berg'))).toBe(true))
    expect(announcements()).toContain('26 geselecteerd')
    await portal.press('Selectie wissen')
    expect(announcements()).toContain('Niemand geselecteerd')
    expect(screen.queryByRole('button', { name: 'Verwijderen' })).toBeNull()
  })

  test('can contain all matching clients, unless loading them is cancelled', async () => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const slow = holdRequests('practice/*/clients', ({ searchParams }) => searchParams.get('size') === '200')
    await portal.press('Selecteren')
    await portal.press('Alle 180 selecteren')
    await portal.press('Annuleren')
    await slow.releaseAll()
    await waitFor(() => expect(button('Alle 180 selecteren')).toBeEnabled())
    expect(announcements()).toContain('Niemand geselecteerd')
    expect(screen.queryByRole('alert')).toBeNull()
    await selectAll(portal, 180)
  })

  test('locks or unlocks only clients that are not yet in that state', async () => {
    const { uuid } = await database()
      .selectFrom('client')
      .select('uuid')
      .where('practice_id', '=', 'de-waag')
      .where('registered', '=', 1)
      .where('locked', '=', 0)
      .where('search_name', 'like', 'van%')
      .orderBy('sort_name')
      .executeTakeFirstOrThrow()
    await lock([uuid])
    const before = await locked()
    const portal = await select('/admin/clients/registered?lastName=van')
    const isLocked = (row: string) => row.includes('Geblokkeerd')
    const lockedCount = textOfRows().filter(isLocked).length
    const unlockedCount = rows().length - lockedCount
    expect(lockedCount).toBeGreaterThan(0)
    await portal.tick('Deze pagina')
    const { writes } = watch(portal)
    await portal.press('Blokkeren')
    await shows(`${unlockedCount} cliënten zijn geblokkeerd.`)
    expect(writes()).toHaveLength(unlockedCount)
    expect(await locked()).toHaveLength(before.length + unlockedCount)
    await waitFor(() => expect(textOfRows().every(isLocked)).toBe(true))

    await portal.tick('Deze pagina')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Blokkeren' })).toBeNull())
    await portal.press('Deblokkeren')
    await shows(`${unlockedCount + lockedCount} cliënten zijn gedeblokkeerd.`)
    expect(await locked()).toHaveLength(before.length - lockedCount)
  })

  test('is removed after a confirmation that states its size', async () => {
    const portal = await select('/admin/clients/registered')
    for (const each of boxes().slice(0, 2)) await portal.user.click(each)
    const { writes } = watch(portal)
    await portal.press('Verwijderen')
    const dialog = screen.getByRole('dialog', { name: '2 cliënten verwijderen uit het portaal?' })
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(writes()).toEqual([])
    await portal.press('Verwijderen')
    await confirm(portal, 'Verwijderen')
    await shows('2 cliënten zijn verwijderd uit het portaal.')
    expect(writes()).toHaveLength(2)
    expect(await counts()).toEqual({ registered: 178, unregistered: 92 })
  })
})

test.each(['file', 'selection'])('the %s of a list that changes while it loads is loaded again', async (what) => {
  const people = await newcomers(210)
  const [removed] = people.keys()
  let pages = 0
  injectFault(
    http.get('*/api/clients', async ({ request }) => {
      if (!request.url.includes('size=200')) return
      pages += 1
      if (pages !== 2) return
      // Removing a client before the second page loads moves another to the first page.
      await database().deleteFrom('client').where('uuid', '=', removed!).execute()
      await database().updateTable('client_count').set({ unregistered: 299 }).execute()
    }),
  )
  const saved = savedFiles()
  const portal = await openPortal(NEWCOMERS, { as: 'staff' })
  if (what === 'file') {
    await portal.press('Lijst downloaden als CSV')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(new Set((await linesOf(saved[0]!)).slice(1)).size).toBe(209)
  } else {
    await portal.press('Selecteren')
    await portal.press('Alle 210 selecteren')
    await waitFor(() => expect(announcements()).toContain('209 geselecteerd'))
  }
  expect(pages).toBe(4)
})

test('the CSV file of a list contains all matching clients and escapes formulas', async () => {
  await newcomers(1, () => 'zeeman@mail.example')
  await client(database(), 'de-waag', {
    last_name: 'Zeeman',
    call_name: 'Anna',
    company_name: '=HYPERLINK("x";"y")',
    email: null,
    client_number: '77',
    city: '-Den Haag',
  })
  const saved = savedFiles()
  const portal = await openPortal(NEWCOMERS, { as: 'staff' })
  const { all } = watch(portal)
  await portal.press('Lijst downloaden als CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  const [{ name, file }] = saved as [(typeof saved)[0]]
  expect(name).toMatch(/^clienten-niet-geregistreerd-.*de-waag-\d{4}-\d\d-\d\d\.csv$/)
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
    'Cliëntnummer;Naam;Achternaam;Roepnaam;Voornaam;Bedrijf;E-mailadres;Plaats;Status',
    `77;"'=HYPERLINK(""x"";""y"")";Zeeman;Anna;;"'=HYPERLINK(""x"";""y"")";;'-Den Haag;Niet geregistreerd`,
    ';Kees0 Zeeman;Zeeman;Kees0;;;zeeman@mail.example;;Niet geregistreerd',
    '',
  ])
  expect(all()).toContain('GET /api/clients?practiceId=de-waag&page=0&size=200&q=zeeman')
})
