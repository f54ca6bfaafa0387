import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { client } from '#harness/builders.ts'
import { database, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'
import { enterSpecification } from '#harness/specification-api.ts'
import { httpError, registered, rows, watch } from './faults.tsx'

// Lists of the practice on an API that implements only the specification.

const staff = async (address: string, ...faults: Parameters<typeof injectFault>) =>
  await enterSpecification(address, 'staff', { faults })

const newClient = (columns: Parameters<typeof client>[2] = {}) =>
  client(database(), 'de-waag', { last_name: 'Qvist', call_name: 'Kees', email: 'kees@qvist.example', ...columns })

const UNREGISTERED = '/admin/clients/unregistered?lastName=qvist'
const button = (name: RegExp | string) => screen.findByRole('button', { name })
const lists = (registered: object[], unregistered: object[]) => [
  http.get('*/api/practice/*/clients', () => HttpResponse.json(registered)),
  http.get('*/api/clients', () => HttpResponse.json(unregistered)),
]

describe('registering a client on an API with only the specified calls', () => {
  test('takes one press and one call, and mentions no e-mail', async () => {
    const uuid = await newClient()
    const { portal } = await staff(UNREGISTERED)
    const later = watch(portal)
    await portal.user.click(await button('Kees Qvist registreren'))
    expect(await screen.findByText('Kees Qvist is geregistreerd.')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(later.writes()).toEqual([`POST /api/practice/de-waag/clients?clientUuid=${uuid}`])
  })

  test('leaves a client locked until a second press', async () => {
    const uuid = await newClient({ locked: 1 })
    const registers = http.post('*/api/practice/*/clients', async () => {
      await database().updateTable('client').set({ registered: 1 }).where('uuid', '=', uuid).execute()
      return new Response(null, { status: 201 })
    })
    const { portal } = await staff(UNREGISTERED, registers)
    const later = watch(portal)
    await portal.user.click(await button('Kees Qvist registreren'))
    expect(await screen.findByText('Kees Qvist is geregistreerd.')).toBeVisible()
    expect(later.writes()).toHaveLength(1)
    expect((await registered()).find((each) => each.uuid === uuid)).toMatchObject({ locked: 1 })
    await act(() => portal.router.navigate({ to: '/admin/clients/registered', search: { lastName: 'qvist' } }))
    await portal.user.click(await button('Kees Qvist deblokkeren'))
    await waitFor(() => expect(later.writes().at(-1)).toBe(`PUT /api/clients/${uuid}`))
  })

  test.each([UNREGISTERED, '/admin/dashboard?lastName=qvist', 'the selection'])(
    'is possible if the e-mail address is null: %s',
    async (where) => {
      const one = { uuid: crypto.randomUUID(), locked: false, lastName: 'Qvist', email: null }
      const registers = http.post('*/api/practice/*/clients', () => new Response(null, { status: 201 }))
      const isSelection = where === 'the selection'
      const { portal } = await staff(isSelection ? UNREGISTERED : where, ...lists([], [one]), registers)
      if (isSelection) {
        await portal.user.click(await button('Selecteren'))
        await portal.user.click(await screen.findByRole('checkbox', { name: 'Deze pagina' }))
      }
      const press = await button(isSelection ? 'Registreren' : 'Qvist registreren')
      expect(press).not.toHaveAttribute('aria-disabled')
      expect(screen.queryByText('Geen e-mailadres')).toBeNull()
      await portal.user.click(press)
      expect(await screen.findByText(/^(Qvist|1 cliënt) is geregistreerd\.$/)).toBeVisible()
    },
  )

  test('mentions no e-mails for a selection of all matching clients', async () => {
    for (let n = 0; n < 26; n++) await newClient({ call_name: `Kees${n}`, email: `kees${n}@qvist.example` })
    const { portal } = await staff(UNREGISTERED)
    await portal.user.click(await button('Selecteren'))
    await portal.user.click(await button('Alle 26 selecteren'))
    await portal.user.click(await button('Registreren'))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).not.toHaveTextContent(/mail/)
    await portal.user.click(within(dialog).getByRole('button', { name: 'Registreren' }))
    expect(await screen.findByText('26 cliënten zijn geregistreerd.')).toBeVisible()
  })

  test('mentions no e-mail after a sign-in from another system', async () => {
    const uuid = await newClient()
    const token = await tokenOf('staff')
    withoutCapabilities()
    injectFault(http.get('*/api/oauth/authenticate', () => HttpResponse.json({ token })))
    await openPortal(`/auth/login?access_token=foreign&clientUuid=${uuid}`)
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('Na het registreren opent het portaal van deze cliënt.')
  })

  test('succeeds if the client cannot be loaded afterwards, and the failure is shown', async () => {
    const uuid = await newClient()
    const { portal } = await staff(UNREGISTERED)
    injectFault(answers('get', `clients/${uuid}`, 500))
    await portal.user.click(await button('Kees Qvist registreren'))
    expect(await screen.findByText('Kees Qvist is geregistreerd.')).toBeVisible()
    expect(await screen.findByText(httpError(500))).toBeVisible()
  })
})

test('the settings do not mention e-mails', async () => {
  await staff('/admin/settings')
  expect(await screen.findByText('De taal van het portaal.')).toBeVisible()
})

describe('a client without a name', () => {
  const NAMELESS = [{ uuid: 'n1', locked: false, lastName: '' }, { uuid: 'n2' }, { uuid: 'n3', lastName: 'Jansen' }]

  test('is shown as not available, with dashes for unknown columns', async () => {
    injectFault(...lists(NAMELESS, []))
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const cells = within(rows()[2]!).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent).slice(0, 5)).toEqual(['Jansen', '–', '–', '–', 'Geregistreerd'])
    for (const row of rows().slice(0, 2)) expect(within(row).getByText('Niet beschikbaar')).toBeVisible()
    await portal.user.click(await button('Selecteren'))
    await screen.findByRole('checkbox', { name: 'Deze pagina' })
    expect(screen.getAllByText('Niet beschikbaar')).toHaveLength(2)
  })

  test('is shown as not available in the search of the dashboard', async () => {
    injectFault(...lists(NAMELESS.slice(0, 1), NAMELESS.slice(1, 2)))
    await openPortal('/admin/dashboard?lastName=x', { as: 'staff' })
    for (const name of ['Bekijk als Niet beschikbaar', 'Niet beschikbaar registreren'])
      expect(within((await button(name)).closest('li')!).getByText('Niet beschikbaar')).toBeVisible()
  })
})

test('a practice with only an id is named by its call, or else by the id', async () => {
  injectFault(
    http.get('*/api/user/practices', () => HttpResponse.json([{ id: 'de-waag' }, { id: 'de-linde' }])),
    http.get('*/api/practice/de-linde', () => new Response(null, { status: 403 })),
    http.get('*/api/practice/de-waag', () => HttpResponse.json({ id: 'de-waag', name: 'DAP De Waag' })),
  )
  await openPortal('/auth/select-clinic', { as: 'two' })
  expect(await button('DAP De Waag')).toBeVisible()
  expect(await button(/de-linde/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('the page size of the specification', () => {
  test('is not used by the dashboard if the API supports other sizes', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    expect(portal.calls).toContain('GET /api/clients?practiceId=de-waag&page=0&size=1')
  })

  test('is enough for the counts and the search of the dashboard', async () => {
    const { beyond } = await staff('/admin/dashboard?lastName=van')
    expect(await screen.findByRole('link', { name: /^Geregistreerd 180/ })).toBeVisible()
    expect(screen.getByRole('searchbox')).toBeVisible()
    expect(await screen.findAllByRole('button', { name: /^Bekijk als/ })).toHaveLength(5)
    expect(beyond).toEqual([])
  })

  test('is enough to select a whole list', async () => {
    const { portal, beyond } = await staff('/admin/clients/registered')
    await portal.user.click(await button('Selecteren'))
    await portal.user.click(await button('Alle 180 selecteren'))
    await waitFor(() => expect(screen.getAllByText('180 geselecteerd').length).toBeGreaterThan(0))
    expect(beyond).toEqual([])
  })
})

test.each([
  ['a bare list', (all: object[]) => all],
  [
    'a page of it',
    (all: object[]) => ({ content: all, page: { number: 0, size: 25, totalPages: 400, totalElements: 10_000 } }),
  ],
])('10,000 clients in one response, as %s, are split into pages', async (_, answer) => {
  const all = Array.from({ length: 10_000 }, (_, n) => ({ uuid: `u${n}`, locked: false, lastName: `Jansen${n}` }))
  withoutCapabilities()
  injectFault(
    http.get('*/api/practice/*/clients', () => HttpResponse.json(answer(all))),
    http.get('*/api/clients', () => HttpResponse.json(answer(all))),
  )
  const portal = await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
  expect(rows()).toHaveLength(25)
  expect(within(rows()[0]!).getByText('Jansen25')).toBeVisible()
  expect(screen.getByText('26–50 van 10.000')).toBeVisible()
  expect(await screen.findByRole('link', { name: /^Geregistreerd.*10\.000/ })).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: /^Niet geregistreerd/ }))
  expect(await screen.findByText('1–25 van 10.000')).toBeVisible()
  expect(rows()).toHaveLength(25)
})
