import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadExport } from '#server/import/load.ts'
import { checked } from '#harness/example-export.ts'
import { answers } from '#mocks/faults.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { GENERAL, registered, watch } from './faults.tsx'
import { callAs, shows } from './steps.ts'
import { plain } from './documents.tsx'

const items = () => screen.getAllByRole('listitem').filter((item) => item.querySelector('time'))
const titles = () => items().map((item) => plain(item.querySelector('span')!.textContent))
const undoButtons = () => screen.queryAllByRole('button', { name: /ongedaan maken$/i })
const UNDO = 'Ongedaan maken'

const remove = async (path: string) => expect((await callAs('admin', 'DELETE', path)).status).toBe(204)

async function removed(times: number) {
  const uuids = (await registered()).slice(0, times).map(({ uuid }) => uuid)
  for (const uuid of uuids) await remove(`clients/${uuid}`)
  return uuids
}

beforeEach(async () => {
  await database().deleteFrom('audit').execute()
})

describe('undoing a removal in the audit log', () => {
  test('restores a client after a confirmation that states what cannot be restored', async () => {
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
    await portal.confirm(UNDO)
    await shows('1 cliënt heeft weer toegang zoals voor het verwijderen.')
    await waitFor(() => expect(undoButtons()).toEqual([]))
    expect(titles()).toEqual([`Verwijderen van ${name} ongedaan gemaakt`, `${name} verwijderd uit het portaal`])
    expect(later.writes()).toHaveLength(1)
    expect(await registered()).toEqual(before)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('skips clients that were registered again or have another e-mail address', async () => {
    const before = await registered()
    await remove('practice/de-waag/clients')
    const [anew, other] = before.filter(({ locked }) => locked === 0).map(({ uuid }) => uuid)
    await database().updateTable('client').set({ email: 'other@mail.example' }).where('uuid', '=', other!).execute()
    expect((await callAs('admin', 'POST', `practice/de-waag/clients?clientUuid=${anew}`)).status).toBe(201)
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    await portal.press(UNDO)
    await portal.confirm(UNDO)
    const count = before.length - 2
    await shows(`${count} cliënten hebben weer toegang. 1 cliënt kan niet terugkomen; registreer die opnieuw.`)
    expect(await registered()).toEqual(before.filter(({ uuid }) => uuid !== other))
    await waitFor(() => expect(titles()[0]).toBe(`Verwijderen van ${count} cliënten ongedaan gemaakt`))
  })

  test('restores records removed by an export', async () => {
    const invoices = await database().selectFrom('invoice').select('uuid').orderBy('uuid').limit(2).execute()
    const lines = invoices.map(({ uuid }) => ({ record: 'invoice', uuid, removed: true }))
    await loadExport(database(), checked(lines), { practiceId: 'de-waag', now: new Date(), key: 'Praktijksysteem' })
    const uuids = invoices.map(({ uuid }) => uuid)
    const left = () =>
      database().selectFrom('invoice').select('uuid').where('uuid', 'in', uuids).orderBy('uuid').execute()
    expect(await left()).toEqual([])
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    expect(titles()).toContain('2 gegevens verwijderd door een export')
    await portal.press(UNDO)
    const dialog = screen.getByRole('dialog', { name: 'Verwijderen van 2 gegevens ongedaan maken?' })
    expect(dialog).toHaveTextContent('Dezelfde export verwijdert ze niet opnieuw.')
    await portal.confirm(UNDO)
    await shows('2 gegevens staan weer in het portaal.')
    await waitFor(() => expect(titles()[0]).toBe('2 verwijderde gegevens teruggezet'))
    expect(await left()).toEqual(invoices)
  })

  test('shows an error in the dialog if the client has changed meanwhile', async () => {
    const [uuid] = await removed(1)
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    await portal.user.click(await screen.findByRole('button', { name: /ongedaan maken$/ }))
    await database().updateTable('client').set({ email: 'other@mail.example' }).where('uuid', '=', uuid!).execute()
    await portal.confirm(UNDO)
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Dit kan niet meer ongedaan worden gemaakt.',
    )
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test.each([
    ['500', () => answers('post', 'practice/*/removals/*/undo', 500, 'internal', { once: true }), 'fout (500).'],
    ['no connection', () => http.post('*/undo', () => HttpResponse.error(), { once: true }), GENERAL],
  ])('resumes after %s at the client where it stopped', async (_, fault, text) => {
    const before = await registered()
    await removed(6)
    const portal = await openPortal('/admin/audit', { as: 'admin' })
    expect(titles()).toEqual(['6 cliënten verwijderd uit het portaal'])
    await portal.press(UNDO)
    expect(screen.getByRole('dialog', { name: 'Verwijderen van 6 cliënten ongedaan maken?' })).toBeVisible()
    injectFault(fault())
    const later = watch(portal)
    await portal.confirm(UNDO)
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(text)
    const button = within(screen.getByRole('dialog')).getByRole('button', { name: UNDO })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
    expect(later.writes()).toHaveLength(3)
    await portal.confirm(UNDO)
    await shows(/^4 cliënten hebben weer toegang/)
    expect(later.writes()).toHaveLength(7)
    expect(await registered()).toEqual(before)
  })

  test('is not offered after its deadline', async () => {
    await removed(1)
    await database().updateTable('removal').set({ ends_at: '2026-01-01T00:00:00.000Z' }).execute()
    await openPortal('/admin/audit', { as: 'admin' })
    expect(titles()).toHaveLength(1)
    expect(undoButtons()).toEqual([])
  })

  test.each([
    ['can', () => {}, 'Een beheerder kan dit zeven dagen lang ongedaan maken'],
    ['cannot', withoutCapabilities, 'Dit kan niet ongedaan worden gemaakt.'],
  ])('is announced before removing all clients if the API %s undo it', async (_, without, text) => {
    without()
    const portal = await openPortal('/admin/practice/clients', { as: 'admin' })
    await portal.press('Alle cliënten verwijderen')
    expect(screen.getByRole('dialog')).toHaveTextContent(text)
  })
})
