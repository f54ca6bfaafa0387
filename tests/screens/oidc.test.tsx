import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { HOUR_MS } from '#contract/dates.ts'
import { identity } from '#harness/builders.ts'
import { arrivesAt, closePortals, database, injectFault, openPortal, tokenOf, withIssuer } from '#harness/portal.tsx'
import { accountOf, apiHasOnly, dialog, dialogCloses, prove, replies, shows } from './steps.ts'

// tests/server/oidc.test.ts tests who may sign in; tests/browser/oidc.spec.ts has the whole flow.

const NAME = 'Stichting De Waag'
const link = (name = `Inloggen met ${NAME}`) => screen.findByRole('link', { name })
const identities = async () => (await database().selectFrom('oidc_identity').select('account_id').execute()).length

describe('sign-in at an OpenID Connect issuer', () => {
  test('is offered on the login page if the server has an issuer', async () => {
    await openPortal('/auth/login')
    expect(screen.queryByRole('link', { name: /^Inloggen met/ })).toBeNull()
    closePortals()
    withIssuer(NAME)
    await openPortal('/auth/login')
    expect(await link()).toHaveAttribute('href', '/api/oidc/start')
  })

  test('calls the issuer a work account if it has no name', async () => {
    withIssuer('')
    await openPortal('/auth/login')
    expect(await link('Inloggen met uw werkaccount')).toBeVisible()
  })

  test.each([
    ['cancelled', /is afgebroken/],
    ['no-account', /hoort hier geen account van een medewerker/],
    ['unavailable', /is nu niet bereikbaar/],
    ['<b>unknown</b>', /duurde te lang/],
  ])('says why it was refused: %s', async (outcome, text) => {
    withIssuer(NAME)
    await openPortal(`/auth/oidc#refused=${encodeURIComponent(outcome)}`)
    await shows(text)
    expect(await link()).toBeVisible()
  })

  test('exchanges the code once, and opens the page that was kept', async () => {
    withIssuer(NAME)
    injectFault(replies('post', 'oidc/session', { token: await tokenOf('staff') }))
    sessionStorage.setItem('portal-return', JSON.stringify({ path: '/admin/requests' }))
    const portal = await openPortal('/auth/oidc#code=one')
    await arrivesAt(portal, '/admin/requests')
    expect(portal.calls.filter((call) => call.includes('oidc'))).toEqual(['POST /api/oidc/session'])
    expect(JSON.stringify(sessionStorage)).not.toContain('portal-return')
  })

  test.each(['//evil.example/admin', 'https://evil.example', '/nowhere', 7])('does not open %s', async (path) => {
    withIssuer(NAME)
    injectFault(replies('post', 'oidc/session', { token: await tokenOf('staff') }))
    sessionStorage.setItem('portal-return', JSON.stringify({ path }))
    // The page remembers codes that were exchanged.
    await arrivesAt(await openPortal(`/auth/oidc#code=${crypto.randomUUID()}`), '/admin/dashboard')
  })

  test('says that a used code must be requested again', async () => {
    withIssuer(NAME)
    injectFault(replies('post', 'oidc/session', { code: 'login-failed', status: 401 }, { status: 401 }))
    await openPortal('/auth/oidc#code=three')
    await shows(/duurde te lang/)
  })

  test('asks for the code of the authenticator app', async () => {
    withIssuer(NAME)
    const problem = { code: 'second-factor-needed', status: 401, challenge: 'x', methods: ['code'] }
    injectFault(replies('post', 'oidc/session', problem, { status: 401 }))
    await openPortal('/auth/oidc#code=four')
    expect(await screen.findByRole('textbox', { name: 'Code van zes cijfers' })).toBeVisible()
  })
})

describe('an authentication of an hour ago', () => {
  const again = () => screen.findByRole('link', { name: `Opnieuw inloggen met ${NAME}` })
  /** Opens a session by the issuer, of a member of staff without a password. */
  const sessionOfAnHourAgo = async (limited: 0 | 1) => {
    withIssuer(NAME)
    const token = await tokenOf('staff')
    const { id } = await accountOf('staff')
    await identity(database(), id)
    await database().updateTable('account').set({ password_hash: null }).where('id', '=', id).execute()
    await database()
      .updateTable('session')
      .set({ limited, issuer: 'https://login.example', authenticated_at: new Date(Date.now() - HOUR_MS).toISOString() })
      .where('account_id', '=', id)
      .execute()
    return token
  }

  test('must be repeated before a second factor is set up', async () => {
    const token = await sessionOfAnHourAgo(1)
    injectFault(replies('post', 'oidc/session', { token, secondFactor: 'set-up' }))
    const portal = await openPortal(`/auth/oidc#code=${crypto.randomUUID()}`)
    await portal.press('Authenticator-app instellen')
    expect(await again()).toHaveAttribute('href', '/api/oidc/start?fresh=true')
  })

  test('must be repeated as a proof, by a person without a password', async () => {
    apiHasOnly(...CAPABILITIES)
    sessionStorage.setItem('portal-token', await sessionOfAnHourAgo(0))
    const portal = await openPortal('/admin/settings')
    await portal.press('Ontkoppelen')
    expect(await again()).toHaveAttribute('href', '/api/oidc/start?fresh=true')
    await portal.confirm('Ontkoppelen')
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/kon niet worden bevestigd/))
    expect(await identities()).toBe(1)
  })
})

describe('a linked identity', () => {
  test('is unlinked by its person', async () => {
    withIssuer(NAME)
    apiHasOnly(...CAPABILITIES)
    const { id } = await accountOf('staff')
    await identity(database(), id)
    const portal = await openPortal('/admin/settings', { as: 'staff' })
    await portal.press('Ontkoppelen')
    await dialog()
    expect(screen.queryByRole('link', { name: /^Opnieuw inloggen/ })).toBeNull()
    await prove(portal, 'Ontkoppelen')
    await shows('Het account is ontkoppeld.')
    await shows(/Er is nog geen account gekoppeld/)
    expect(await identities()).toBe(0)
  })

  test('is unlinked by an admin', async () => {
    withIssuer(NAME)
    await identity(database(), (await accountOf('staff')).id)
    const portal = await openPortal('/admin/staff', { as: 'admin' })
    const row = within(screen.getByRole('row', { name: new RegExp(`Logt in met ${NAME}`) }))
    await portal.user.click(row.getByRole('button', { name: /^Acties voor/ }))
    await portal.user.click(screen.getByRole('menuitem', { name: 'Account ontkoppelen' }))
    await portal.confirm('Account ontkoppelen')
    await dialogCloses()
    expect([await identities(), screen.queryByText(`Logt in met ${NAME}`)]).toEqual([0, null])
  })
})
