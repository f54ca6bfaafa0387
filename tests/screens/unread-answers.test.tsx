import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '#mocks/personas.ts'
import { injectFault, openPortal } from '#harness/portal.tsx'
import { buttons, register, rows, settled, typePasswords, watch } from './faults.tsx'

// Calls whose answer is not shown: that they succeeded is told by the status, and nothing that comes with it is read.

const writes = ['post', 'put', 'delete'] as const
/** Every change is taken, and answered by this; what was done is the API's own matter. */
const answersText = () =>
  injectFault(...writes.map((method) => http[method]('*/api/*', () => new Response('OK', { status: 200 }))))

const field = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' })

async function expectSuccess(text: RegExp) {
  expect(await screen.findByText(text)).toBeVisible()
  await settled()
  expect(screen.queryByRole('alert')).toBeNull()
}

describe('200 with a text is success', () => {
  test('of registering', async () => {
    const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
    answersText()
    await register(portal, buttons(/registreren$/)[0]!)
    await expectSuccess(/is geregistreerd en krijgt een e-mail\.$/)
  })

  test('of locking and unlocking', async () => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    answersText()
    const row = rows()[3]!
    await portal.user.click(within(row).getByRole('button', { name: /blokkeren$/ }))
    await expectSuccess(/is geblokkeerd\.$/)
    await portal.user.click(within(row).getByRole('button', { name: /deblokkeren$/ }))
    await expectSuccess(/is gedeblokkeerd\.$/)
  })

  test('of deleting', async () => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    answersText()
    await portal.user.click(screen.getAllByRole('button', { name: /verwijderen$/ })[0]!)
    await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwijderen' }))
    await expectSuccess(/is verwijderd uit het portaal\.$/)
  })

  test('of a forgotten password', async () => {
    const portal = await openPortal('/auth/forgot-password')
    answersText()
    await portal.user.type(field(/E-mailadres/), 'somebody@mail.example{Enter}')
    await expectSuccess(/^Kijk in uw e-mail$/)
  })

  test('of a new password by a link', async () => {
    const portal = await openPortal('/auth/reset-password?token=a.b.c')
    answersText()
    await portal.user.type(field(/^Nieuw wachtwoord/), 'Nieuw#2026')
    await portal.user.type(field(/^Herhaal/), 'Nieuw#2026{Enter}')
    await expectSuccess(/^Wachtwoord opgeslagen$/)
  })

  test('of a changed password', async () => {
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    answersText()
    await typePasswords(portal)
    await expectSuccess(/^Wachtwoord gewijzigd/)
  })

  test('of the data of the practice', async () => {
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    answersText()
    await portal.user.type(screen.getByRole('textbox', { name: /^Naam/ }), '!')
    await portal.user.click(screen.getByRole('button', { name: 'Opslaan' }))
    await expectSuccess(/^De praktijkgegevens zijn opgeslagen\.$/)
  })

  test('of the language', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    answersText()
    const later = watch(portal)
    await portal.user.click(screen.getByRole('button', { name: /Taal|Language/ }))
    await portal.user.click(await screen.findByRole('menuitemradio', { name: /English/ }))
    expect(await screen.findByRole('link', { name: 'Sign out' })).toBeVisible()
    await waitFor(() => expect(later.writes()).toEqual(['PUT /api/user']))
    await settled()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('signing in is no such call: without a token nobody is in', async () => {
  const portal = await openPortal('/auth/login')
  answersText()
  await portal.user.type(field(/E-mailadres|Gebruikersnaam/), 'staff@dewaag.example')
  await portal.user.type(field(/^Wachtwoord/), `${PASSWORD}{Enter}`)
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Er ging iets mis\./)
  expect(portal.address()).toMatch(/^\/auth\/login/)
})
