import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { type TestPortal, answerOf, arrivesAt, database, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'
import { totpCode } from '#harness/totp.ts'
import { clientOf } from './owner.tsx'
import { accountOf, dialog, input, prove, replies, setPractice, shows, signIn } from './steps.ts'
import { withTotp } from './totp.ts'

/** Fixes the clock, so that the code following the one used for the setup stays valid. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T10:00:00Z') }))
afterEach(() => void vi.unstubAllGlobals())

const CODE = /^Code van zes cijfers/
const codeField = () => screen.findByLabelText(CODE)
const SECRET = /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/
const RECOVERY = /^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/
const shownSecret = async () => (await screen.findByText(SECRET)).textContent.replaceAll(' ', '')
async function giveCode({ user }: TestPortal, code: string) {
  await user.clear(await codeField())
  await user.type(await codeField(), code)
}
/** Expects the error at the field only, which keeps the focus. */
async function expectRefused(text = 'De code klopt niet, of is al gebruikt. Probeer een andere code.', label = CODE) {
  const field = screen.getByRole('textbox', { name: label })
  await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(text)))
  expect(field).toBeInvalid()
  expect(field).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
}

describe('signing in with a second factor', () => {
  const enter = async () => {
    const portal = await openPortal('/auth/login')
    await signIn(portal, 'staff')
    return portal
  }

  test('accepts the code of the authenticator app after the password', async () => {
    const { secret } = await withTotp('staff')
    const portal = await enter()
    expect(await codeField()).toHaveFocus()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('textbox', { name: /Gebruikersnaam/ })).toBeNull()
    await portal.press('Terug naar inloggen')
    expect(screen.getByRole('textbox', { name: /Gebruikersnaam/ })).toHaveValue(personas.staff)
    await portal.press('Inloggen')
    const wrong = totpCode(secret, new Date(), 9)
    await giveCode(portal, wrong)
    await portal.press('Inloggen')
    await expectRefused()
    expect(await codeField()).toHaveValue(wrong)
    await giveCode(portal, totpCode(secret, new Date()))
    await portal.press('Inloggen')
    await arrivesAt(portal, '/admin/dashboard')
  })

  test('accepts a recovery code, also in English', async () => {
    const { recoveryCodes } = await withTotp('staff')
    localStorage.setItem('portal-language', 'en')
    const portal = await openPortal('/auth/login')
    await portal.user.type(screen.getByLabelText(/Username/), personas.staff)
    await portal.user.type(input(/^Password/), PASSWORD)
    await portal.press('Sign in')
    await portal.press('Use a recovery code')
    const field = screen.getByLabelText(/^Recovery code/)
    await portal.user.type(field, 'AAAA-BBBB')
    await portal.press('Sign in')
    await expectRefused('The code is wrong or has already been used. Try another code.', /^Recovery code/)
    await portal.user.clear(field)
    await portal.user.type(field, recoveryCodes[0]!)
    await portal.press('Sign in')
    await arrivesAt(portal, '/admin/dashboard')
  })

  test('accepts the code after single sign-on, and continues to the requested client', async () => {
    const { secret } = await withTotp('staff')
    const rejection = await answerOf(
      new Request('http://localhost:3000/api/user/authenticate', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: personas.staff, password: PASSWORD }),
      }),
    )
    injectFault(replies('get', 'oauth/authenticate', (await rejection.json()) as object, { status: 401 }))
    const portal = await openPortal(`/auth/login?access_token=x&clientUuid=${await clientOf('owner')}`)
    await giveCode(portal, totpCode(secret, new Date()))
    await portal.press('Inloggen')
    await arrivesAt(portal, '/client/portal/reminders')
  })

  test('restarts after five minutes', async () => {
    const { secret } = await withTotp('staff')
    const portal = await enter()
    await codeField()
    vi.setSystemTime(Date.now() + 300_000)
    await giveCode(portal, totpCode(secret, new Date()))
    await portal.press('Inloggen')
    await shows('Het duurde te lang. Ga terug en log opnieuw in.')
    expect(portal.address()).toBe('/auth/login')
  })

  test('sets up an authenticator app if the practice requires one', async () => {
    await setPractice({ second_factor: 1 })
    const portal = await enter()
    await portal.press('Authenticator-app instellen')
    expect(await screen.findByRole('img', { name: 'QR-code voor de authenticator-app' })).toBeVisible()
    const secret = await shownSecret()
    await giveCode(portal, totpCode(secret, new Date(), 9))
    await portal.press('Bevestigen')
    await expectRefused()
    await giveCode(portal, totpCode(secret, new Date()))
    await portal.press('Bevestigen')
    expect(await screen.findAllByText(RECOVERY)).toHaveLength(10)
    expect(portal.router.state.location.pathname).toBe('/auth/login')
    await portal.press('Ik heb ze bewaard')
    await arrivesAt(portal, '/admin/dashboard')
  })

  test('is not required of owners', async () => {
    await setPractice({ second_factor: 1 })
    const portal = await openPortal('/auth/login')
    await signIn(portal, 'owner')
    await arrivesAt(portal, '/client/portal/reminders')
  })
})

describe('the settings of the second factor', () => {
  /** Signs in an admin who has an authenticator app. */
  const adminWithApp = async (address: string, second_factor: 0 | 1) => {
    const token = await tokenOf('admin')
    const { secret } = await withTotp('admin')
    await setPractice({ second_factor })
    await database().updateTable('session').set({ factors: 2 }).execute()
    sessionStorage.setItem('portal-token', token)
    return { portal: await openPortal(address), code: totpCode(secret, new Date()) }
  }

  test('set up an authenticator app, create new recovery codes, and remove the app', async () => {
    const portal = await openPortal('/admin/settings', { as: 'staff' })
    await portal.press('Authenticator-app instellen')
    await prove(portal, 'Verder')
    const secret = await shownSecret()
    await giveCode(portal, totpCode(secret, new Date()))
    await portal.confirm('Bevestigen')
    await portal.confirm('Ik heb ze bewaard')
    await shows('Er zijn nog 10 herstelcodes.')
    await portal.press('Nieuwe herstelcodes')
    await prove(portal, 'Verder')
    expect(await screen.findAllByText(RECOVERY)).toHaveLength(10)
    await portal.confirm('Ik heb ze bewaard')
    await portal.press('App verwijderen')
    await prove(portal, 'App verwijderen')
    await shows('De authenticator-app is verwijderd.')
    expect(await screen.findByRole('button', { name: 'Authenticator-app instellen' })).toBeVisible()
  })

  test('let an admin require a second factor of all staff only after setting up their own', async () => {
    const portal = await openPortal('/admin/practice/security', { as: 'admin' })
    await portal.press('Verplicht maken')
    await portal.confirm('Verplicht maken')
    await shows(/^Stel eerst zelf een tweede factor in/)
    const link = (await dialog()).getByRole('link', { name: 'Naar uw instellingen' })
    expect(link).toHaveAttribute('href', '/admin/settings#second-factor')
    await database().updateTable('session').set({ factors: 2 }).execute()
    await portal.confirm('Verplicht maken')
    await shows('Een tweede factor is nu verplicht.')
    expect(await screen.findByRole('button', { name: 'Niet meer verplichten' })).toBeVisible()
  })

  test('let an admin remove the authenticator app of a colleague, but not their own', async () => {
    await withTotp('staff')
    const { portal, code } = await adminWithApp('/admin/staff', 0)
    expect(screen.getAllByText('Tweede factor', { selector: 'td *' })).toHaveLength(2)
    expect(screen.getByText('Geen tweede factor')).toBeVisible()
    const menuOf = async (persona: 'admin' | 'staff') =>
      portal.press(new RegExp((await accountOf(persona)).first_name!))
    await menuOf('admin')
    expect(await screen.findByRole('menuitem', { name: 'Toegang beëindigen' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Tweede factor verwijderen' })).toBeNull()
    await portal.user.keyboard('{Escape}')
    await menuOf('staff')
    await portal.user.click(await screen.findByRole('menuitem', { name: 'Tweede factor verwijderen' }))
    await giveCode(portal, code)
    await prove(portal, 'Tweede factor verwijderen')
    await shows(/^De tweede factor van .+ is verwijderd\.$/)
    expect(await database().selectFrom('totp').select('account_id').execute()).toHaveLength(1)
  })

  test('let an admin end the requirement, by password and code', async () => {
    const { portal, code } = await adminWithApp('/admin/practice/security', 1)
    await portal.press('Niet meer verplichten')
    await dialog('Tweede factor niet meer verplichten?')
    await giveCode(portal, code)
    const password = await prove(portal, 'Niet meer verplichten', 'Fout#2026')
    await waitFor(() => expect(password).toHaveAccessibleDescription(/niet uw huidige wachtwoord/))
    expect(await codeField()).toHaveValue(code)
    await prove(portal, 'Niet meer verplichten')
    await shows('Een tweede factor is niet meer verplicht.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByRole('button', { name: 'Verplicht maken' })).toBeVisible()
  })
})
