import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadExport } from '#server/import/load.ts'
import { checked } from '#harness/example-export.ts'
import { answers } from '#mocks/faults.ts'
import { answerOf, database, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'
import { plain } from './invoices.tsx'
import { GENERAL, registered, watch } from './faults.tsx'

const items = () => screen.getAllByRole('listitem').filter((item) => item.querySelector('time'))
const titles = () => items().map((item) => plain(item.querySelector('span')!.textContent))
const undoButtons = () => screen.queryAllByRole('button', { name: /ongedaan maken$/i })
const confirm = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Ongedaan maken' })

/** As another window of the portal would do it. */
async function remove(path: string) {
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method: 'DELETE',
    headers: { authorization: await tokenOf('admin') },
  })
  expect((await answerOf(request)).status).toBe(204)
}

async function removed(times: number) {
  const uuids = (await registered()).slice(0, times).map(({ uuid }) => uuid)
  for (const uuid of uuids) await remove(`clients/${uuid}`)
  return uuids
}

beforeEach(async () => {
  await database().deleteFrom('audit').execute()
})

describe('the removal of clients, at its entry in the activities', () => {
  test('is undone by an admin, who reads before what comes back and what does not', async () => {
    const before = await registered()
    const [uuid] = await removed(1)
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    const { client_name: name } = await database().selectFrom('audit').select('client_name').executeTakeFirstOrThrow()
    const button = await screen.findByRole('button', { name: `Verwijderen van ${name} ongedaan maken` })
    expect(items()[0]).toHaveTextContent('nog 7 dagen ongedaan te maken')

    await portal.user.click(button)
    const dialog = screen.getByRole('dialog', { name: `Verwijderen van ${name} ongedaan maken?` })
    expect(dialog).toHaveTextContent(/account met wachtwoord en passkeys/)
    expect(dialog).toHaveTextContent(/Komt niet terug/)
    await portal.user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
    expect((await registered()).map((client) => client.uuid)).not.toContain(uuid)

    await portal.user.click(button)
    const later = watch(portal)
    await portal.user.click(confirm())
    expect(await screen.findByText('1 cliënt heeft weer toegang zoals voor het verwijderen.')).toBeVisible()
    await waitFor(() => expect(undoButtons()).toEqual([]))
    expect(titles()).toEqual([`Verwijderen van ${name} ongedaan gemaakt`, `${name} verwijderd uit het portaal`])
    expect(later.writes()).toHaveLength(1)
    expect(await registered()).toEqual(before)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('of many on one line is undone for each of them', async () => {
    const before = await registered()
    await removed(6)
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    expect(titles()).toEqual(['6 cliënten verwijderd uit het portaal'])
    await portal.user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }))
    expect(screen.getByRole('dialog', { name: 'Verwijderen van 6 cliënten ongedaan maken?' })).toBeVisible()
    const later = watch(portal)
    await portal.user.click(confirm())
    expect(await screen.findByText('6 cliënten hebben weer toegang zoals voor het verwijderen.')).toBeVisible()
    expect(later.writes()).toHaveLength(6)
    await waitFor(() =>
      expect(titles()).toEqual([
        'Verwijderen van 6 cliënten ongedaan gemaakt',
        '6 cliënten verwijderd uit het portaal',
      ]),
    )
    expect(await registered()).toEqual(before)
  })

  test('of all, of whom one was registered anew meanwhile and one has another address', async () => {
    const before = await registered()
    await remove('practice/de-waag/clients')
    const [anew, other] = before.filter(({ locked }) => locked === 0).map(({ uuid }) => uuid)
    await database().updateTable('client').set({ email: 'other@mail.example' }).where('uuid', '=', other!).execute()
    const request = new Request(`http://localhost:3000/api/practice/de-waag/clients?clientUuid=${anew}`, {
      method: 'POST',
      headers: { authorization: await tokenOf('admin') },
    })
    expect((await answerOf(request)).status).toBe(201)
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    await portal.user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }))
    await portal.user.click(confirm())
    const count = before.length - 2
    expect(
      await screen.findByText(
        `${count} cliënten hebben weer toegang. 1 cliënt kan niet terugkomen; registreer die opnieuw.`,
      ),
    ).toBeVisible()
    expect(await registered()).toEqual(before.filter(({ uuid }) => uuid !== other))
    await waitFor(() => expect(titles()[0]).toBe(`Verwijderen van ${count} cliënten ongedaan gemaakt`))
  })

  test('of records by an export tells how many, and brings them back', async () => {
    const invoices = await database().selectFrom('invoice').select('uuid').orderBy('uuid').limit(2).execute()
    const lines = invoices.map(({ uuid }) => ({ record: 'invoice', uuid, removed: true }))
    await loadExport(database(), checked(lines), { practiceId: 'de-waag', now: new Date(), key: 'Praktijksysteem' })
    const left = async () =>
      await database()
        .selectFrom('invoice')
        .select('uuid')
        .where(
          'uuid',
          'in',
          invoices.map(({ uuid }) => uuid),
        )
        .orderBy('uuid')
        .execute()
    expect(await left()).toEqual([])
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    expect(titles()).toContain('2 gegevens verwijderd door een export')
    await portal.user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }))
    const dialog = screen.getByRole('dialog', { name: 'Verwijderen van 2 gegevens ongedaan maken?' })
    expect(dialog).toHaveTextContent('Dezelfde export verwijdert ze niet opnieuw.')
    await portal.user.click(confirm())
    expect(await screen.findByText('2 gegevens staan weer in het portaal.')).toBeVisible()
    await waitFor(() => expect(titles()[0]).toBe('2 verwijderde gegevens teruggezet'))
    expect(await left()).toEqual(invoices)
  })

  test('that cannot be undone any more says so in the dialog', async () => {
    const [uuid] = await removed(1)
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    await portal.user.click(await screen.findByRole('button', { name: /ongedaan maken$/ }))
    await database().updateTable('client').set({ email: 'other@mail.example' }).where('uuid', '=', uuid!).execute()
    await portal.user.click(confirm())
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Dit kan niet meer ongedaan worden gemaakt.',
    )
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test.each([
    ['500', () => answers('post', 'practice/*/removals/*/undo', 500, 'internal', { once: true }), 'fout (500).'],
    ['no connection', () => http.post('*/undo', () => HttpResponse.error(), { once: true }), GENERAL],
  ])('that meets %s goes on where it has stopped', async (_, fault, text) => {
    const before = await registered()
    await removed(6)
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    await portal.user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }))
    injectFault(fault())
    const later = watch(portal)
    await portal.user.click(confirm())
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(text)
    await waitFor(() => expect(confirm()).not.toHaveAttribute('aria-busy'))
    // Those under way; nothing new starts.
    expect(later.writes()).toHaveLength(3)
    await portal.user.click(confirm())
    expect(await screen.findByText(/^4 cliënten hebben weer toegang/)).toBeVisible()
    expect(later.writes()).toHaveLength(7)
    expect(await registered()).toEqual(before)
  })

  test('is not offered when it is too late', async () => {
    await removed(1)
    await database().updateTable('removal').set({ ends_at: '2026-01-01T00:00:00.000Z' }).execute()
    await openPortal('/admin/audit', { as: 'admin' })
    expect(titles()).toHaveLength(1)
    expect(undoButtons()).toEqual([])
  })

  test('is told by whoever asks to remove all', async () => {
    const portal = await openPortal('/admin/practice', { as: 'admin' })
    await portal.user.click(await screen.findByRole('button', { name: 'Alle cliënten verwijderen' }))
    expect(screen.getByRole('dialog')).toHaveTextContent('Een beheerder kan dit zeven dagen lang ongedaan maken')
  })

  test('is no promise where an API cannot do it', async () => {
    withoutCapabilities()
    const portal = await openPortal('/admin/practice', { as: 'admin' })
    await portal.user.click(await screen.findByRole('button', { name: 'Alle cliënten verwijderen' }))
    expect(screen.getByRole('dialog')).toHaveTextContent('Dit kan niet ongedaan worden gemaakt.')
  })
})
