import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '#mocks/personas.ts'
import { injectFault, openPortal } from '#harness/portal.tsx'
import { buttons, register, settled, typePasswords } from './faults.tsx'

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

// Of PUT and DELETE the transport reads none (src/api/http.test.ts); a POST says so itself.
describe('200 with a text is success', () => {
  test('of registering', async () => {
    const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
    answersText()
    await register(portal, buttons(/registreren$/)[0]!)
    await expectSuccess(/is geregistreerd en krijgt een e-mail\.$/)
  })

  test('of a forgotten password', async () => {
    const portal = await openPortal('/auth/forgot-password')
    answersText()
    await portal.user.type(field(/E-mailadres/), 'somebody@mail.example{Enter}')
    await expectSuccess(/^Kijk in uw e-mail$/)
  })

  test('of a new password by a link', async () => {
    injectFault(http.get('*/api/password/invitation', () => new HttpResponse(null, { status: 204 })))
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
})

test('signing in is no such call: without a token nobody is in', async () => {
  const portal = await openPortal('/auth/login')
  answersText()
  await portal.user.type(field(/E-mailadres|Gebruikersnaam/), 'staff@dewaag.example')
  await portal.user.type(field(/^Wachtwoord/), `${PASSWORD}{Enter}`)
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Er ging iets mis\./)
  expect(portal.address()).toMatch(/^\/auth\/login/)
})
