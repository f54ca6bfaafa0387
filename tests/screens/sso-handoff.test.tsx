import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { answers, isUnreachable } from '#mocks/faults.ts'
import type { Persona } from '#mocks/personas.ts'
import { arrivesAt, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'

// What the practice's system sends somebody with. Whether its token is good is the server's matter (tests/server/oauth.test.ts).

const FOREIGN = 'eyJ.foreign.token'

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

const clientOf = async (token: string, path: string) => {
  const { fetch } = globalThis
  const answer = await fetch(`http://localhost:3000/api/${path}`, { headers: { authorization: token } })
  const { content } = (await answer.json()) as { content: { uuid: string; lastName: string; email: string | null }[] }
  return content
}

const unregistered = async () => clientOf(await tokenOf('staff'), 'clients?practiceId=de-waag&size=100')

test.each(['/auth/login', '/', '/portal/user/login'])(
  'signs in by the token in %s, which leaves the address before anything is asked',
  async (path) => {
    await takesTokenAs('staff')
    const portal = await openPortal(`${path}?access_token=${FOREIGN}`)
    await arrivesAt(portal, '/admin/dashboard')
    expect(await screen.findByRole('heading', { name: /Femke/ })).toBeVisible()
    expect(portal.calls.slice(0, 2)).toEqual([`GET /api/oauth/authenticate?access_token=${FOREIGN}`, 'GET /api/user'])
    expect(portal.router.history.length).toBe(1)
    expect(JSON.stringify(sessionStorage)).not.toContain(FOREIGN)
  },
)

test('takes the place of whoever was signed in, of whom nothing is asked', async () => {
  await takesTokenAs('owner')
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}`, { as: 'staff' })
  await arrivesAt(portal, '/client/portal/reminders')
  expect(portal.calls).not.toContain('GET /api/user/refresh')
})

test('a token that is refused leaves the login screen, with one message, and whoever was signed in is out', async () => {
  await takesTokenAs('staff')
  const portal = await openPortal('/auth/login?access_token=another', { as: 'owner' })
  await arrivesAt(portal, '/auth/login')
  expect(await screen.findByRole('alert')).toHaveTextContent('Inloggen is niet gelukt')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Welkom terug' })).toBeVisible()
  expect(portal.address()).toBe('/auth/login')
  expect(sessionStorage.getItem('portal-token')).toBeNull()
})

test('a server that cannot be asked can be asked again', async () => {
  injectFault(isUnreachable('get', 'oauth/authenticate'))
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}`)
  const retry = await screen.findByRole('button', { name: 'Opnieuw proberen' })
  expect(portal.address()).toBe('/auth/login')
  await takesTokenAs('staff')
  await portal.user.click(retry)
  await arrivesAt(portal, '/admin/dashboard')
})

test('opens a client who is on the portal', async () => {
  const [client] = await clientOf(await tokenOf('staff'), 'practice/de-waag/clients')
  await takesTokenAs('staff')
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${client!.uuid}`)
  await arrivesAt(portal, '/client/portal/reminders')
  expect(await screen.findByRole('region', { name: /^U bekijkt het portaal als/ })).toHaveTextContent(client!.lastName)
  await portal.user.click(screen.getAllByRole('button', { name: /Terug naar/ })[0]!)
  await arrivesAt(portal, '/admin/dashboard')
})

test('asks before it registers a client who is not, and then opens the portal', async () => {
  const client = (await unregistered()).find(({ email }) => email !== null)!
  await takesTokenAs('staff')
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${client.uuid}`)
  const dialog = within(await screen.findByRole('dialog', { name: new RegExp(`${client.lastName}.*registreren`) }))
  expect(portal.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  await portal.user.click(dialog.getByRole('button', { name: 'Registreren' }))
  await arrivesAt(portal, '/client/portal/reminders')
  expect(portal.calls.filter((call) => call.startsWith('POST'))).toEqual([
    `POST /api/practice/de-waag/clients?clientUuid=${client.uuid}`,
  ])
  expect(await screen.findByRole('region', { name: /^U bekijkt het portaal als/ })).toHaveTextContent(client.lastName)
})

test('who returns from that portal is not asked again', async () => {
  const client = (await unregistered()).find(({ email }) => email !== null)!
  await takesTokenAs('staff')
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${client.uuid}`)
  await portal.user.click(await screen.findByRole('button', { name: 'Registreren' }))
  await arrivesAt(portal, '/client/portal/reminders')
  await portal.user.click(await screen.findByRole('button', { name: 'Terug naar beheer' }))
  await arrivesAt(portal, '/admin/dashboard')
  expect(await screen.findByRole('button', { name: /^Bekijk als/ })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a portal that cannot be opened after the registration is told of by the page, and nothing is asked twice', async () => {
  const client = (await unregistered()).find(({ email }) => email !== null)!
  await takesTokenAs('staff')
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${client.uuid}`)
  const dialog = await screen.findByRole('dialog')
  let asked = 0
  injectFault(
    http.get('*/api/clients/*', () => {
      asked += 1
      // The first belongs to the registration.
      return asked === 1 ? undefined : new Response(null, { status: 500 })
    }),
  )
  await portal.user.click(within(dialog).getByRole('button', { name: 'Registreren' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500)')
  expect(dialog).not.toBeInTheDocument()
  expect(portal.address()).toBe('/admin/dashboard')
  expect(portal.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
})

test('who does not want to register stays at the dashboard, and nothing was sent', async () => {
  const client = (await unregistered()).find(({ email }) => email !== null)!
  await takesTokenAs('staff')
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${client.uuid}`)
  const dialog = await screen.findByRole('dialog')
  await portal.user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(portal.address()).toBe('/admin/dashboard')
  expect(portal.calls.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('a client without an e-mail address cannot be registered, and reads why', async () => {
  const client = (await unregistered()).find(({ email }) => email === null)!
  await takesTokenAs('staff')
  await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${client.uuid}`)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Zonder e-mailadres/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Registreren' })).toBeDisabled()
})

test('a registration that fails says so and can be tried again', async () => {
  const client = (await unregistered()).find(({ email }) => email !== null)!
  await takesTokenAs('staff')
  injectFault(answers('post', 'practice/*/clients', 503, 'unavailable', { once: true }))
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${client.uuid}`)
  const dialog = within(await screen.findByRole('dialog'))
  await portal.user.click(dialog.getByRole('button', { name: 'Registreren' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(/niet bereikbaar/)
  expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1)
  await portal.user.click(dialog.getByRole('button', { name: 'Registreren' }))
  await arrivesAt(portal, '/client/portal/reminders')
})

test('a client that is not of the practice is not opened, and the dashboard says so', async () => {
  await takesTokenAs('staff')
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${crypto.randomUUID()}`)
  await arrivesAt(portal, '/admin/dashboard')
  expect(await screen.findByText(/niet gevonden bij uw praktijk/)).toBeVisible()
})

test('an owner who was sent with a client arrives at the own portal', async () => {
  await takesTokenAs('owner')
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${crypto.randomUUID()}`)
  await arrivesAt(portal, '/client/portal/reminders')
})

test.each([500, 503])('a client who could not be fetched (%i) is not said to be unknown', async (status) => {
  await takesTokenAs('staff')
  injectFault(answers('get', 'clients/*', status))
  const portal = await openPortal(`/auth/login?access_token=${FOREIGN}&clientUuid=${crypto.randomUUID()}`)
  await arrivesAt(portal, '/admin/dashboard')
  expect(await screen.findByText(/kon niet worden opgehaald/)).toBeVisible()
  expect(screen.queryByText(/niet gevonden bij uw praktijk/)).toBeNull()
})
