import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { answerOf, arrivesAt, database, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'
import { totpCode } from '#harness/totp.ts'
import { withTotp } from './totp.ts'

type Portal = Awaited<ReturnType<typeof openPortal>>

/** For a test on one minute: the code that set it up is the one before. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T10:00:00Z') }))
afterEach(() => void vi.unstubAllGlobals())

const demand = () =>
  database().updateTable('practice').set({ second_factor: 1 }).where('name', 'like', '%Waag').execute()

async function signIn(portal: Portal, persona: Persona) {
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), personas[persona])
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.click(screen.getByRole('button', { name: 'Inloggen' }))
}
const codeField = () => screen.findByLabelText(/^Code van zes cijfers/)
/** In the field, which keeps the focus, and nowhere else. */
async function expectRefusedAtItsField(text: string, label = /^Code van zes cijfers/) {
  const field = screen.getByRole('textbox', { name: label })
  await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(text)))
  expect(field).toBeInvalid()
  expect(field).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
}
const press = (portal: Portal, name: string) =>
  screen.findByRole('button', { name }).then((it) => portal.user.click(it))

test('who has an app is asked for its code in place of the password, and can go back to what was typed', async () => {
  const { secret } = await withTotp('staff')
  const portal = await openPortal('/auth/login')
  await signIn(portal, 'staff')
  expect(await codeField()).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('textbox', { name: /Gebruikersnaam/ })).toBeNull()
  await press(portal, 'Terug naar inloggen')
  expect(screen.getByRole('textbox', { name: /Gebruikersnaam/ })).toHaveValue(personas.staff)
  await portal.user.click(screen.getByRole('button', { name: 'Inloggen' }))
  const wrong = totpCode(secret, new Date(), 9)
  await portal.user.type(await codeField(), wrong)
  await press(portal, 'Inloggen')
  await expectRefusedAtItsField('De code klopt niet, of is al gebruikt. Probeer een andere code.')
  expect(await codeField()).toHaveValue(wrong)
  await portal.user.clear(await codeField())
  await portal.user.type(await codeField(), totpCode(secret, new Date()))
  await press(portal, 'Inloggen')
  await arrivesAt(portal, '/admin/dashboard')
})

test('a wrong recovery code is told at its field, in the language of who reads it', async () => {
  await withTotp('staff')
  localStorage.setItem('portal-language', 'en')
  const portal = await openPortal('/auth/login')
  await portal.user.type(screen.getByLabelText(/User name/), personas.staff)
  await portal.user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), PASSWORD)
  await press(portal, 'Sign in')
  await press(portal, 'Use a recovery code')
  await portal.user.type(screen.getByLabelText(/^Recovery code/), 'AAAA-BBBB')
  await press(portal, 'Sign in')
  await expectRefusedAtItsField('The code is not right, or has been used. Try another code.', /^Recovery code/)
})

test('a recovery code will do', async () => {
  const { recoveryCodes } = await withTotp('staff')
  const portal = await openPortal('/auth/login')
  await signIn(portal, 'staff')
  await press(portal, 'Herstelcode gebruiken')
  await portal.user.type(screen.getByLabelText(/^Herstelcode/), recoveryCodes[0]!)
  await press(portal, 'Inloggen')
  await arrivesAt(portal, '/admin/dashboard')
})

test('who comes by single sign-on is asked for it too, and goes on to the client they were sent for', async () => {
  const { secret } = await withTotp('staff')
  const asked = await answerOf(
    new Request('http://localhost:3000/api/user/authenticate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: personas.staff, password: PASSWORD }),
    }),
  )
  const problem = (await asked.json()) as object
  injectFault(http.get('*/api/oauth/authenticate', () => Response.json(problem, { status: 401 })))
  const { uuid } = await database()
    .selectFrom('client')
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .select('uuid')
    .where('practice.name', 'like', '%Waag')
    .where('registered', '=', 1)
    .where('client.locked', '=', 0)
    .executeTakeFirstOrThrow()
  const portal = await openPortal(`/auth/login?access_token=x&clientUuid=${uuid}`)
  await portal.user.type(await codeField(), totpCode(secret, new Date()))
  await press(portal, 'Inloggen')
  await arrivesAt(portal, '/client/portal/reminders')
})

test('who takes longer than five minutes is told to begin again', async () => {
  const { secret } = await withTotp('staff')
  const portal = await openPortal('/auth/login')
  await signIn(portal, 'staff')
  const field = await codeField()
  vi.setSystemTime(Date.now() + 300_000)
  await portal.user.type(field, totpCode(secret, new Date()))
  await press(portal, 'Inloggen')
  expect(await screen.findByText('Het duurde te lang. Ga terug en log opnieuw in.')).toBeVisible()
  expect(portal.address()).toBe('/auth/login')
})

test('who has to have one, and has none, sets one up before anything else', async () => {
  await demand()
  const portal = await openPortal('/auth/login')
  await signIn(portal, 'staff')
  await press(portal, 'Authenticator-app instellen')
  expect(await screen.findByRole('img', { name: 'QR-code voor de authenticator-app' })).toBeVisible()
  const secret = screen.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent.replaceAll(' ', '')
  await portal.user.type(await codeField(), totpCode(secret, new Date(), 9))
  await press(portal, 'Bevestigen')
  await expectRefusedAtItsField('De code klopt niet, of is al gebruikt. Probeer een andere code.')
  await portal.user.clear(await codeField())
  await portal.user.type(await codeField(), totpCode(secret, new Date()))
  await press(portal, 'Bevestigen')
  const codes = await screen.findAllByText(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  expect(codes).toHaveLength(10)
  expect(portal.router.state.location.pathname).toBe('/auth/login')
  await press(portal, 'Ik heb ze bewaard')
  await arrivesAt(portal, '/admin/dashboard')
})

test('owners, and staff of whom nobody asks it, are asked for nothing', async () => {
  await demand()
  const portal = await openPortal('/auth/login')
  await signIn(portal, 'owner')
  await arrivesAt(portal, '/client/portal/reminders')
})

test('staff set up an app in the settings by their password, make new recovery codes, and remove it', async () => {
  const portal = await openPortal('/admin/settings', { as: 'staff' })
  const dialog = () => within(screen.getByRole('dialog'))
  const prove = async (name: string) => {
    await portal.user.type(await dialog().findByLabelText(/^Huidig wachtwoord/, { selector: 'input' }), PASSWORD)
    await portal.user.click(dialog().getByRole('button', { name }))
  }
  await press(portal, 'Authenticator-app instellen')
  await screen.findByRole('dialog')
  await prove('Verder')
  const secret = (await dialog().findByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)).textContent.replaceAll(' ', '')
  await portal.user.type(dialog().getByLabelText(/^Code van zes cijfers/), totpCode(secret, new Date()))
  await portal.user.click(dialog().getByRole('button', { name: 'Bevestigen' }))
  await portal.user.click(await dialog().findByRole('button', { name: 'Ik heb ze bewaard' }))
  expect(await screen.findByText('Er zijn nog 10 herstelcodes.')).toBeVisible()
  await press(portal, 'Nieuwe herstelcodes')
  await screen.findByRole('dialog')
  await prove('Verder')
  expect(await dialog().findAllByText(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)).toHaveLength(10)
  await portal.user.click(dialog().getByRole('button', { name: 'Ik heb ze bewaard' }))
  await press(portal, 'App verwijderen')
  await screen.findByRole('dialog')
  await prove('App verwijderen')
  expect(await screen.findByText('De authenticator-app is verwijderd.')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Authenticator-app instellen' })).toBeVisible()
})

test('an admin without one is told why a second factor cannot be asked of others yet, and with one it can', async () => {
  const portal = await openPortal('/admin/practice', { as: 'admin' })
  await press(portal, 'Verplicht maken')
  await screen.findByRole('dialog')
  const dialog = () => within(screen.getByRole('dialog'))
  await portal.user.click(dialog().getByRole('button', { name: 'Verplicht maken' }))
  expect(await dialog().findByText(/^Stel eerst zelf een tweede factor in/)).toBeVisible()
  expect(dialog().getByRole('link', { name: 'Naar uw instellingen' })).toHaveAttribute(
    'href',
    '/admin/settings#second-factor',
  )
  await database().updateTable('session').set({ factors: 2 }).execute()
  await portal.user.click(dialog().getByRole('button', { name: 'Verplicht maken' }))
  expect(await screen.findByText('Een tweede factor is nu verplicht.')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Niet meer verplichten' })).toBeVisible()
})

test('an admin removes the second factor of a colleague by a proof, and not their own', async () => {
  const token = await tokenOf('admin')
  await withTotp('staff')
  const { secret } = await withTotp('admin')
  sessionStorage.setItem('portal-token', token)
  const portal = await openPortal('/admin/staff')
  const menuOf = async (username: string) => {
    const { first_name: first } = await database()
      .selectFrom('account')
      .select('first_name')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    await portal.user.click(await screen.findByRole('button', { name: new RegExp(first!) }))
  }
  await menuOf(personas.admin)
  expect(await screen.findByRole('menuitem', { name: 'Toegang beëindigen' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Tweede factor verwijderen' })).toBeNull()
  await portal.user.keyboard('{Escape}')
  await menuOf(personas.staff)
  await portal.user.click(await screen.findByRole('menuitem', { name: 'Tweede factor verwijderen' }))
  const dialog = within(await screen.findByRole('dialog'))
  await portal.user.type(await dialog.findByLabelText(/^Huidig wachtwoord/), PASSWORD)
  await portal.user.type(dialog.getByLabelText(/^Code van zes cijfers/), totpCode(secret, new Date()))
  await portal.user.click(dialog.getByRole('button', { name: 'Tweede factor verwijderen' }))
  expect(await screen.findByText(/^De tweede factor van .+ is verwijderd\.$/)).toBeVisible()
  const left = await database().selectFrom('totp').select('account_id').execute()
  expect(left).toHaveLength(1)
})

test('an admin switches it off for the practice by password and code, and keeps what was typed after a wrong one', async () => {
  const token = await tokenOf('admin')
  const { secret } = await withTotp('admin')
  await demand()
  await database().updateTable('session').set({ factors: 2 }).execute()
  sessionStorage.setItem('portal-token', token)
  const portal = await openPortal('/admin/practice')
  await press(portal, 'Niet meer verplichten')
  const dialog = within(await screen.findByRole('dialog', { name: 'Tweede factor niet meer verplichten?' }))
  const password = await dialog.findByLabelText(/^Huidig wachtwoord/)
  const code = dialog.getByRole('textbox', { name: /^Code/ })
  const right = totpCode(secret, new Date())
  await portal.user.type(password, 'Fout#2026')
  await portal.user.type(code, right)
  await portal.user.click(dialog.getByRole('button', { name: 'Niet meer verplichten' }))
  await waitFor(() => expect(password).toHaveAccessibleDescription(/niet uw huidige wachtwoord/))
  expect(code).toHaveValue(right)
  await portal.user.clear(password)
  await portal.user.type(password, PASSWORD)
  await portal.user.click(dialog.getByRole('button', { name: 'Niet meer verplichten' }))
  expect(await screen.findByText('Een tweede factor is niet meer verplicht.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByRole('button', { name: 'Verplicht maken' })).toBeVisible()
})
