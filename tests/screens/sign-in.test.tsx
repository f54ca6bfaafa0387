import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'

test('nobody is signed in: the login screen, and no call but for the texts', async () => {
  const portal = await openPortal('/')
  await arrivesAt(portal, '/auth/login')
  expect(screen.getByRole('heading', { name: 'Welkom terug' })).toBeVisible()
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('link', { name: 'Inloggen' })).toBeVisible()
  expect(header.getByRole('link', { name: 'Wachtwoord vergeten' })).toBeVisible()
  expect(header.queryByRole('link', { name: 'Uitloggen' })).toBeNull()
  expect(portal.calls).toEqual([])
})

test('a member of staff signs in and is at the dashboard', async () => {
  const portal = await openPortal('/auth/login')
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), ` ${personas.staff} `)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.click(screen.getByRole('button', { name: 'Inloggen' }))
  await arrivesAt(portal, '/admin/dashboard')
  expect(await screen.findByRole('heading', { name: /Femke/ })).toBeVisible()
  expect(portal.calls.slice(0, 2)).toEqual(['POST /api/user/authenticate', 'GET /api/user'])
})

test('a wrong password says so once and keeps what was typed', async () => {
  const portal = await openPortal('/auth/login')
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), personas.staff)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), 'Wrong#2026')
  await portal.user.click(screen.getByRole('button', { name: 'Inloggen' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Inloggen is niet gelukt')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByLabelText(/Gebruikersnaam/)).toHaveValue(personas.staff)
  expect(portal.address()).toBe('/auth/login')
  expect(alert.closest('form')).toContainElement(screen.getByLabelText(/Gebruikersnaam/))
  expect(alert.compareDocumentPosition(screen.getByLabelText(/Gebruikersnaam/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await portal.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Wachtwoord vergeten?' }))
  await arrivesAt(portal, '/auth/forgot-password')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error of the server is told above the fields as well, once', async () => {
  injectFault(answers('post', 'user/authenticate', 500, 'internal'))
  const portal = await openPortal('/auth/login')
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), personas.staff)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.click(screen.getByRole('button', { name: 'Inloggen' }))
  const alert = await screen.findByRole('alert')
  expect(alert.closest('form')).not.toBeNull()
})

test('a session that has expired is told above the fields, once', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  injectFault(answers('get', 'practice/*/clients', 401, 'unauthenticated'))
  await portal.user.click(screen.getByRole('link', { name: 'Cliënten' }))
  await arrivesAt(portal, '/auth/login')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('U bent niet (meer) ingelogd. Log opnieuw in.')
  expect(alert.closest('form')).toContainElement(screen.getByLabelText(/Gebruikersnaam/))
})

test('empty fields are named, the first gets the focus, and nothing is sent', async () => {
  const portal = await openPortal('/auth/login')
  await portal.user.click(screen.getByRole('button', { name: 'Inloggen' }))
  const username = screen.getByLabelText(/Gebruikersnaam/)
  await waitFor(() => expect(username).toHaveFocus())
  expect(username).toHaveAttribute('aria-invalid', 'true')
  expect(username).toHaveAccessibleDescription(/Verplicht veld\./)
  expect(portal.calls).toEqual([])
})

test('an owner of one practice is at the reminders', async () => {
  const one = await openPortal('/auth/login', { as: 'owner' })
  await arrivesAt(one, '/client/portal/reminders')
  expect(within(screen.getByRole('banner')).getByRole('link', { name: /van den Berg/ })).toBeVisible()
})

test('an owner of two practices chooses one, and the page that was asked for opens', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'two' })
  await arrivesAt(portal, '/auth/select-clinic')
  await portal.user.click(screen.getByRole('button', { name: /De Linde/ }))
  await arrivesAt(portal, '/client/portal/settings')
})

test('an owner without a practice is told so', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'none' })
  await arrivesAt(portal, '/auth/no-clinic')
  expect(screen.getByRole('heading', { name: 'U bent nog niet gekoppeld' })).toBeVisible()
})

test('a session resumes by a refresh and then the user, and the address stays', async () => {
  const portal = await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
  expect(portal.address()).toBe('/admin/clients/registered?page=2')
  expect(portal.calls.slice(0, 2)).toEqual(['GET /api/user/refresh', 'GET /api/user'])
})

test('a token that is none is no session', async () => {
  sessionStorage.setItem('portal-token', 'a.b.c')
  const portal = await openPortal('/admin/dashboard')
  await arrivesAt(portal, '/auth/login')
  expect(sessionStorage.getItem('portal-token')).toBeNull()
  expect(portal.calls).toEqual([])
})

test('a session that the server does not know any more ends at login with both messages', async () => {
  injectFault(answers('get', 'user/refresh', 401, 'unauthenticated'))
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await arrivesAt(portal, '/auth/login')
  const texts = (await screen.findAllByRole('alert')).map((alert) => alert.textContent)
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Inloggen is niet gelukt'),
      expect.stringContaining('U bent niet (meer) ingelogd'),
    ]),
  )
  expect(sessionStorage.getItem('portal-token')).toBeNull()
})

test('a server that is down at the start keeps the session and offers a retry', async () => {
  injectFault(answers('get', 'user/refresh', 500, 'internal', { once: true }))
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  expect(screen.getByRole('banner')).toBeVisible()
  const retry = await screen.findAllByRole('button', { name: 'Opnieuw proberen' })
  expect(sessionStorage.getItem('portal-token')).not.toBeNull()
  await portal.user.click(retry.at(-1)!)
  expect(await screen.findByRole('heading', { name: /Femke/ })).toBeVisible()
})

test('signing out leaves nothing behind', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await portal.user.click(screen.getByRole('link', { name: 'Uitloggen' }))
  await arrivesAt(portal, '/auth/login')
  expect(sessionStorage.getItem('portal-token')).toBeNull()
  expect(sessionStorage.getItem('portal')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(portal.router.options.context.queryClient.getQueryCache().getAll()).toEqual([])
})

test('the code of a letter is asked for on a page that the form leads to', async () => {
  const portal = await openPortal('/auth/login')
  await portal.user.click(screen.getByRole('link', { name: 'Ik heb een brief van mijn praktijk' }))
  await arrivesAt(portal, '/auth/letter')
})

test('a browser in English is offered English in one line until a language is chosen', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US')
  const portal = await openPortal('/auth/login')
  await portal.user.click(screen.getByRole('button', { name: 'View this portal in English' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'View this portal in English' })).toBeNull()
})

test.each([
  ['a browser in Dutch', 'nl-NL', null],
  ['a choice of Dutch', 'en-GB', 'nl'],
])('%s is offered no other language', async (_, language, stored) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  if (stored) localStorage.setItem('portal-language', stored)
  await openPortal('/auth/login')
  expect(screen.queryByRole('button', { name: 'View this portal in English' })).toBeNull()
})
