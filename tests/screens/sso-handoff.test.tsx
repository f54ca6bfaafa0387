import { screen } from '@testing-library/react'
import { HttpResponse, type RequestHandler, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers, isUnreachable } from '#mocks/faults.ts'
import type { Persona } from '#mocks/personas.ts'
import { arrivesAt, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'
import { watch } from './faults.tsx'
import { callAs, dialog, dialogCloses, shows } from './steps.ts'
import { posts } from './bulk.tsx'

// tests/server/oauth.test.ts tests which tokens of another system are accepted.

const FOREIGN = 'eyJ.foreign.token'

/** Lets the server accept the foreign token as the persona's. */
async function takesTokenAs(who: Persona) {
  const token = await tokenOf(who)
  injectFault(
    http.get('*/api/oauth/authenticate', ({ request }) =>
      new URL(request.url).searchParams.get('access_token') === FOREIGN
        ? HttpResponse.json({ token })
        : HttpResponse.json({ code: 'login-failed', status: 401 }, { status: 401 }),
    ),
  )
}

interface Listed {
  uuid: string
  lastName: string
  email: string | null
}
const listed = async (path: string) =>
  ((await (await callAs('staff', 'GET', path)).json()) as { content: Listed[] }).content
const registered = async () => (await listed('practice/de-waag/clients'))[0]!
const unregistered = async (hasEmail = true) =>
  (await listed('clients?practiceId=de-waag&size=100')).find(({ email }) => (email !== null) === hasEmail)!

/** Opens a sign-in from another system that names a client. */
async function sentWith(clientUuid: string, as: Persona = 'staff', ...faults: RequestHandler[]) {
  await takesTokenAs(as)
  injectFault(...faults)
  return await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${clientUuid}`)
}
const banner = () => screen.findByRole('region', { name: /^U bekijkt het portaal als/ })

describe('sign-in from another system', () => {
  test.each(['/', '/portal/user/login'])('removes the token in %s from the URL before any other call', async (path) => {
    await takesTokenAs('staff')
    const portal = await openPortal(`${path}?access_token=${FOREIGN}`)
    await arrivesAt(portal, '/admin/dashboard')
    expect(await screen.findByRole('heading', { name: /Femke/ })).toBeVisible()
    expect(portal.calls.slice(0, 2)).toEqual([`GET /api/oauth/authenticate?access_token=${FOREIGN}`, 'GET /api/user'])
    expect(portal.router.history.length).toBe(1)
    expect(JSON.stringify(sessionStorage)).not.toContain(FOREIGN)
  })

  test('replaces the session of another user, without a call for that session', async () => {
    await takesTokenAs('owner')
    const portal = await openPortal(`/auth/login?access_token=${FOREIGN}`, { as: 'staff' })
    await arrivesAt(portal, '/client/portal/reminders')
    expect(portal.calls).not.toContain('GET /api/user/refresh')
  })

  test('ends at the login page with one error if the token is rejected, also for a signed-in user', async () => {
    await takesTokenAs('staff')
    const portal = await openPortal('/auth/login?access_token=another', { as: 'owner' })
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByRole('alert')).toHaveTextContent('Inloggen is niet gelukt')
    expect(screen.getByRole('heading', { name: 'Welkom terug' })).toBeVisible()
    expect(portal.address()).toBe('/auth/login')
    expect(sessionStorage.getItem('portal-token')).toBeNull()
  })

  test('can be retried if the server is unreachable', async () => {
    injectFault(isUnreachable('get', 'oauth/authenticate'))
    const portal = await openPortal(`/auth/login?access_token=${FOREIGN}`)
    await screen.findByRole('button', { name: 'Opnieuw proberen' })
    expect(portal.address()).toBe('/auth/login')
    await takesTokenAs('staff')
    await portal.press('Opnieuw proberen')
    await arrivesAt(portal, '/admin/dashboard')
  })

  test('opens the portal of a registered client', async () => {
    const client = await registered()
    const portal = await sentWith(client.uuid)
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await banner()).toHaveTextContent(client.lastName)
    await portal.user.click(screen.getAllByRole('button', { name: /Terug naar/ })[0]!)
    await arrivesAt(portal, '/admin/dashboard')
  })

  test('requires confirmation before it registers a client, and then opens the portal', async () => {
    const client = await unregistered()
    const portal = await sentWith(client.uuid)
    const question = await dialog(new RegExp(`${client.lastName}.*registreren`))
    expect(posts(portal.calls)).toEqual([])
    injectFault(answers('post', 'practice/*/clients', 503, 'unavailable', { once: true }))
    await portal.confirm('Registreren')
    expect(await question.findByRole('alert')).toHaveTextContent(/niet bereikbaar/)
    expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1)
    const later = watch(portal)
    await portal.confirm('Registreren')
    await arrivesAt(portal, '/client/portal/reminders')
    expect(later.writes()).toEqual([`POST /api/practice/de-waag/clients?clientUuid=${client.uuid}`])
    expect(await banner()).toHaveTextContent(client.lastName)
    await portal.press('Terug naar beheer')
    await arrivesAt(portal, '/admin/dashboard')
    expect(await screen.findByRole('button', { name: /^Bekijk als/ })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('registers once if the portal of the client cannot be opened afterwards', async () => {
    const portal = await sentWith((await unregistered()).uuid)
    await dialog()
    let callCount = 0
    injectFault(
      http.get('*/api/clients/*', () => {
        callCount += 1
        // The registration makes the first call.
        return callCount === 1 ? undefined : new Response(null, { status: 500 })
      }),
    )
    await portal.confirm('Registreren')
    expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500)')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(portal.address()).toBe('/admin/dashboard')
    expect(posts(portal.calls)).toHaveLength(1)
  })

  test('registers no client when cancelled', async () => {
    const portal = await sentWith((await unregistered()).uuid)
    await portal.confirm('Annuleren')
    await dialogCloses()
    expect(portal.address()).toBe('/admin/dashboard')
    expect(posts(portal.calls)).toEqual([])
  })

  test('cannot register a client without an e-mail address', async () => {
    await sentWith((await unregistered(false)).uuid)
    const question = await dialog()
    expect(question.getByText(/Zonder e-mailadres/)).toBeVisible()
    expect(question.getByRole('button', { name: 'Registreren' })).toBeDisabled()
  })

  test.each([
    ['of another practice', [], /niet gevonden bij uw praktijk/],
    ['that could not be loaded', [answers('get', 'clients/*', 503)], /kon niet worden geladen/],
  ])('shows the dashboard instead of a client %s', async (_, faults, text) => {
    const portal = await sentWith(crypto.randomUUID(), 'staff', ...faults)
    await arrivesAt(portal, '/admin/dashboard')
    await shows(text)
    expect(screen.getAllByText(/niet gevonden bij uw praktijk|kon niet worden geladen/)).toHaveLength(1)
  })

  test('ignores the client if the user is an owner', async () => {
    await arrivesAt(await sentWith(crypto.randomUUID(), 'owner'), '/client/portal/reminders')
  })
})
