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

test.each<[string, Role[] | undefined, string | null, { user: boolean; admin: boolean }]>([
  ['nobody', undefined, null, { user: false, admin: false }],
  ['staff', ['CLINIC_USER'], 'de-waag', { user: true, admin: false }],
  ['an admin', ['CLINIC_ADMIN'], 'de-waag', { user: true, admin: true }],
  ['an admin without a practice', ['CLINIC_ADMIN'], null, { user: false, admin: false }],
  ['an owner', ['PORTAL_USER'], 'de-waag', { user: false, admin: false }],
])('clinicUserOnly and clinicAdminOnly admit %s according to the role', (_, roles, practiceId, { user, admin }) => {
  if (roles) signedIn(roles, practiceId)
  const entered = (isAllowed: boolean) => (isAllowed ? { practiceId } : '/not-authorised')
  expect(leadsTo(() => clinicUserOnly(visit))).toEqual(entered(user))
  expect(leadsTo(() => clinicAdminOnly(visit))).toEqual(entered(admin))
})

test.each([undefined, []])('clientOnly rejects the roles %j', async (roles) => {
  if (roles) signedIn(roles)
  await expect(clientOnly(visit)).rejects.toMatchObject({ options: { to: '/not-authorised' } })
})
