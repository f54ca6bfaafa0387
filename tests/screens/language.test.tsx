import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { answers, hangs } from '#mocks/faults.ts'
import { GENERAL, watch } from './faults.tsx'
import { MESSAGES } from '#harness/messages.ts'
import { type TestPortal, fetchMessages, injectFault, openPortal } from '#harness/portal.tsx'
import { shows } from './steps.ts'

const stored = () => localStorage.getItem('portal-language')

async function choose({ user }: TestPortal, language: RegExp) {
  await user.click(screen.getByRole('button', { name: /Taal|Language/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: language }))
}

// Messages are cached once fetched, so each test starts with the first fetch of English.
beforeEach(fetchMessages)

test('the language remains unchanged if its messages cannot be loaded', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  injectFault(http.get('*/assets/i18n/en.json', () => new Response(null, { status: 503 }), { once: true }))
  const later = watch(portal)
  await choose(portal, /English/)
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(screen.getByRole('link', { name: 'Uitloggen' })).toBeVisible()
  expect(stored()).toBe('nl')
  expect(later.writes()).toEqual([])
})

test('messages that arrive late do not replace a later language choice', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  const { promise, resolve } = Promise.withResolvers<void>()
  injectFault(
    http.get('*/assets/i18n/en.json', async () => {
      await promise
      return Response.json(MESSAGES.en)
    }),
  )
  const later = watch(portal)
  const late = portal.session.changeLanguage('en')
  await act(() => portal.session.changeLanguage('nl'))
  expect(later.writes()).toEqual(['PUT /api/user'])
  resolve()
  await act(() => late)
  expect(later.writes()).toEqual(['PUT /api/user'])
  expect(screen.getByRole('link', { name: 'Uitloggen' })).toBeVisible()
  expect(stored()).toBe('nl')
  expect(document.documentElement.lang).toBe('nl')
  expect(screen.queryByRole('alert')).toBeNull()
  const sent = await portal.api.db
    .selectFrom('account')
    .select('language')
    .where('username', '=', 'staff@dewaag.example')
    .executeTakeFirstOrThrow()
  expect(sent.language).toBe('nl')
})

test('the language is saved even while an earlier save is pending', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  injectFault(hangs('put', 'user'))
  const later = watch(portal)
  void portal.session.changeLanguage('en')
  await waitFor(() => expect(later.writes()).toHaveLength(1))
  portal.api.network.resetHandlers()
  expect(await act(() => portal.session.changeLanguage('nl'))).toBe(true)
  expect(later.writes()).toHaveLength(2)
  expect(stored()).toBe('nl')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the settings report the language as saved only if it was saved', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  injectFault(answers('put', 'user', 503, 'unavailable', { once: true }))
  await portal.choose(/English/)
  await shows(/cannot be reached at the moment/)
  expect(screen.getByText(/\(503\)/)).toBeVisible()
  expect(screen.queryByText(/De taal is gewijzigd|The language has been changed/)).toBeNull()
  await portal.choose(/Nederlands/)
  await shows('De taal is gewijzigd.')
})

test.each([
  [403, 'xsrf', [/\(403\)/, /Uw browser liet deze aanvraag niet toe|Your browser did not allow/]],
  [409, 'conflict', [/\(409\)/, /intussen ergens anders gewijzigd|changed elsewhere/i]],
  [500, 'internal', [/\(500\)/]],
])('a language that cannot be saved (%i %s) shows one error', async (status, code, texts) => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  injectFault(answers('put', 'user', status, code))
  expect(await act(() => portal.session.changeLanguage('en'))).toBe(false)
  for (const text of texts) await shows(text)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})
