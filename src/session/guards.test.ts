import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { sessionForgotten, userLoaded } from '#src/lib/store.ts'
import { clientOnly, clinicAdminOnly, clinicUserOnly } from './guards.ts'
import { createSession } from './session.ts'

const queryClient = new QueryClient()
const withoutRouter = () => {
  throw new Error('A guard redirects by what it throws')
}
const visit = {
  location: { href: '/somewhere' },
  context: { queryClient, session: createSession(queryClient, withoutRouter) },
  preload: false,
  abortController: new AbortController(),
}
const signedIn = (roles: Role[], practiceId: string | null = 'de-waag') =>
  userLoaded({ userId: 'somebody', practiceId, roles, language: 'nl' })

function leadsTo(guard: () => unknown): unknown {
  try {
    return guard()
  } catch (error) {
    return isRedirect(error) ? error.options.to : error
  }
}

afterEach(sessionForgotten)

test('without a session each guard refuses', async () => {
  expect(leadsTo(() => clinicUserOnly(visit))).toBe('/not-authorised')
  expect(leadsTo(() => clinicAdminOnly(visit))).toBe('/not-authorised')
  await expect(clientOnly(visit)).rejects.toMatchObject({ options: { to: '/not-authorised' } })
})

test('staff may enter the clinic, and only admins what is theirs', () => {
  signedIn(['CLINIC_USER'])
  expect(clinicUserOnly(visit)).toEqual({ practiceId: 'de-waag' })
  expect(leadsTo(() => clinicAdminOnly(visit))).toBe('/not-authorised')
  signedIn(['CLINIC_ADMIN'])
  expect(clinicUserOnly(visit)).toEqual({ practiceId: 'de-waag' })
  expect(clinicAdminOnly(visit)).toEqual({ practiceId: 'de-waag' })
})

test('a clinic role without a practice, and an owner, may not', () => {
  signedIn(['CLINIC_ADMIN'], null)
  expect(leadsTo(() => clinicUserOnly(visit))).toBe('/not-authorised')
  signedIn(['PORTAL_USER'])
  expect(leadsTo(() => clinicUserOnly(visit))).toBe('/not-authorised')
})

test('somebody without a known role has no portal either', async () => {
  signedIn([])
  await expect(clientOnly(visit)).rejects.toMatchObject({ options: { to: '/not-authorised' } })
})
