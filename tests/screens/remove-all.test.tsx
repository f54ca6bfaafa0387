import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers, isUnreachable } from '#mocks/faults.ts'
import { GENERAL, registered, watch } from './faults.tsx'
import { type TestPortal, injectFault, openPortal } from '#harness/portal.tsx'
import { dialogCloses, shows } from './steps.ts'

describe('removing all clients', () => {
  const button = () => screen.getByRole('button', { name: 'Alle cliënten verwijderen' })
  const confirm = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Alles verwijderen' })
  const asks = async (portal: TestPortal) => {
    await screen.findByText(/alle 18\d geregistreerde/)
    await portal.user.click(button())
    return screen.getByRole('dialog')
  }

  test('is offered to admins only', async () => {
    await openPortal('/admin/practice/clients', { as: 'staff' })
    expect(screen.queryByRole('button', { name: 'Alle cliënten verwijderen' })).toBeNull()
  })

  test('requires the name of the practice, states the number of clients, and sends one call', async () => {
    const portal = await openPortal('/admin/practice/clients', { as: 'admin' })
    const before = await registered()
    const name = 'DAP De Waag'
    const dialog = await asks(portal)
    expect(dialog).toHaveAccessibleName(`Alle ${before.length} cliënten verwijderen?`)
    const box = within(dialog).getByRole('textbox', { name: `Typ de naam van uw praktijk om door te gaan: ${name}` })
    expect(confirm()).toBeDisabled()
    for (const other of ['DAP De Waal', 'DAP', `${name} 2`]) {
      await portal.user.clear(box)
      await portal.user.type(box, other)
      expect(confirm()).toBeDisabled()
    }
    for (const same of [name.toLowerCase(), `  ${name} `]) {
      await portal.user.clear(box)
      await portal.user.type(box, same)
      expect(confirm()).toBeEnabled()
    }
    expect(within(dialog).getAllByRole('button').at(-1)).toBe(confirm())

    const later = watch(portal)
    await portal.user.dblClick(confirm())
    expect(await screen.findByRole('status')).toHaveTextContent(
      `Alle ${before.length} cliënten zijn verwijderd uit het portaal.`,
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(later.writes()).toEqual(['DELETE /api/practice/de-waag/clients'])
    expect(await registered()).toEqual([])
    await shows(/^Er zijn geen geregistreerde cliënten/)
    expect(button()).toBeDisabled()

    await portal.follow('Cliënten')
    await shows('Nog geen geregistreerde cliënten')
  })

  test.each(['Escape', 'the cancel button', 'the backdrop'])('is cancelled by %s', async (way) => {
    const portal = await openPortal('/admin/practice/clients', { as: 'admin' })
    const dialog = await asks(portal)
    const later = watch(portal)
    if (way === 'Escape') fireEvent(dialog, new Event('cancel', { cancelable: true }))
    else if (way === 'the backdrop') await portal.user.click(dialog)
    else await portal.user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
    await dialogCloses()
    expect(later.all()).toEqual([])
    expect(await registered()).not.toEqual([])
  })

  test.each([
    ['500', () => answers('delete', 'practice/*/clients', 500), 'De server gaf een fout (500).'],
    ['no connection', () => isUnreachable('delete', 'practice/*/clients'), GENERAL],
  ])('shows %s in the dialog, and removes no clients', async (_, fault, text) => {
    const portal = await openPortal('/admin/practice/clients', { as: 'admin' })
    const before = await registered()
    const dialog = await asks(portal)
    injectFault(fault())
    await portal.user.type(within(dialog).getByRole('textbox'), 'DAP De Waag')
    const later = watch(portal)
    await portal.user.click(confirm())
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(text)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(later.writes()).toHaveLength(1)
    await waitFor(() => expect(confirm()).not.toHaveAttribute('aria-busy'))
    expect(await registered()).toEqual(before)

    await portal.user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
    await portal.user.click(button())
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull()
  })

  test('shows an error on the page after its dialog was closed', async () => {
    const portal = await openPortal('/admin/practice/clients', { as: 'admin' })
    const dialog = await asks(portal)
    const { promise, resolve } = Promise.withResolvers<Response>()
    injectFault(http.delete('*/api/practice/*/clients', () => promise))
    await portal.user.type(within(dialog).getByRole('textbox'), 'DAP De Waag')
    await portal.user.click(confirm())
    await portal.user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
    const later = watch(portal)
    resolve(new Response(null, { status: 500 }))
    await waitFor(() => expect(later.all()).toEqual(['GET /api/practice/de-waag/clients?page=0&size=1']))
    expect(screen.getByRole('alert')).toHaveTextContent('De server gaf een fout (500).')
  })
})
