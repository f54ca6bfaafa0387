import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'
import { main, signIn, signOut } from './steps.ts'

const username = () => screen.getByLabelText(/Gebruikersnaam/)

describe('signing in', () => {
  test('is the first page of a visitor, without a call', async () => {
    const portal = await openPortal('/')
    await arrivesAt(portal, '/auth/login')
    expect(screen.getByRole('heading', { name: 'Welkom terug' })).toBeVisible()
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('link', { name: 'Inloggen' })).toBeVisible()
    expect(header.getByRole('link', { name: 'Wachtwoord vergeten' })).toBeVisible()
    expect(header.queryByRole('link', { name: 'Uitloggen' })).toBeNull()
    expect(portal.calls).toEqual([])
    await portal.follow('Ik heb een brief van mijn praktijk')
    await arrivesAt(portal, '/auth/letter')
  })

  test('leads staff to the dashboard', async () => {
    const portal = await openPortal('/auth/login')
    await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), ` ${personas.staff} `)
    await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
    await portal.user.click(screen.getByRole('button', { name: 'Inloggen' }))
    await arrivesAt(portal, '/admin/dashboard')
    expect(await screen.findByRole('heading', { name: /Femke/ })).toBeVisible()
    expect(portal.calls.slice(0, 2)).toEqual(['POST /api/user/authenticate', 'GET /api/user'])
  })

  test.each([
    ['a wrong password', () => [], 'Inloggen is niet gelukt'],
    ['an error of the server', () => [answers('post', 'user/authenticate', 500)], 'De server gaf een fout (500)'],
  ])('shows %s once, above the fields, which keep the typed values', async (_, faults, text) => {
    injectFault(...faults())
    const portal = await openPortal('/auth/login')
    await signIn(portal, 'staff', 'Wrong#2026')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(text)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(username()).toHaveValue(personas.staff)
    expect(portal.address()).toBe('/auth/login')
    expect(alert.closest('form')).toContainElement(username())
    expect(alert.compareDocumentPosition(username())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await portal.user.click(main().getByRole('link', { name: 'Wachtwoord vergeten?' }))
    await arrivesAt(portal, '/auth/forgot-password')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows above the fields that the session has expired', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    injectFault(answers('get', 'practice/*/clients', 401, 'unauthenticated'))
    await portal.user.click(screen.getByRole('link', { name: 'Cliënten' }))
    await arrivesAt(portal, '/auth/login')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('U bent niet (meer) ingelogd. Log opnieuw in.')
    expect(alert.closest('form')).toContainElement(username())
  })

  test('requires both fields', async () => {
    const portal = await openPortal('/auth/login')
    await portal.press('Inloggen')
    await waitFor(() => expect(username()).toHaveFocus())
    expect(username()).toBeInvalid()
    expect(username()).toHaveAccessibleDescription(/Verplicht veld\./)
    expect(portal.calls).toEqual([])
  })

  test.each([
    ['a client of one practice', 'owner', '/client/portal/reminders', 'link', /van den Berg/],
    ['a client without a practice', 'none', '/auth/no-clinic', 'heading', 'U bent nog niet gekoppeld'],
  ] as const)('leads %s to the right page', async (_, as, address, role, name) => {
    await arrivesAt(await openPortal('/auth/login', { as }), address)
    expect(screen.getAllByRole(role, { name })[0]).toBeVisible()
  })

  test('is skipped if a stored session continues at its page', async () => {
    const portal = await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
    expect(portal.address()).toBe('/admin/clients/registered?page=2')
    expect(portal.calls.slice(0, 2)).toEqual(['GET /api/user/refresh', 'GET /api/user'])
  })

  test('is required if the server does not know the session', async () => {
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

  test('is not required if the server fails at the start, which can be retried', async () => {
    injectFault(answers('get', 'user/refresh', 500, 'internal', { once: true }))
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    expect(screen.getByRole('banner')).toBeVisible()
    const retry = await screen.findAllByRole('button', { name: 'Opnieuw proberen' })
    expect(sessionStorage.getItem('portal-token')).not.toBeNull()
    await portal.user.click(retry.at(-1)!)
    expect(await screen.findByRole('heading', { name: /Femke/ })).toBeVisible()
  })

  test('is required after signing out, which removes all stored data', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    await signOut(portal)
    expect(sessionStorage.getItem('portal-token')).toBeNull()
    expect(sessionStorage.getItem('portal')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(portal.router.options.context.queryClient.getQueryCache().getAll()).toEqual([])
  })

  test('offers English to an English browser until a language is selected', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US')
    const portal = await openPortal('/auth/login')
    await portal.user.click(screen.getByRole('button', { name: 'View this portal in English' }))
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'View this portal in English' })).toBeNull()
  })

  test.each([
    ['a browser in Dutch', 'nl-NL', null],
    ['a choice of Dutch', 'en-GB', 'nl'],
  ])('offers no other language for %s', async (_, language, stored) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    if (stored) localStorage.setItem('portal-language', stored)
    await openPortal('/auth/login')
    expect(screen.queryByRole('button', { name: 'View this portal in English' })).toBeNull()
  })
})
