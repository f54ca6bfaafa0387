import type { User, Workplace } from '#contract/schemas/user.ts'
import { queryOptions } from '@tanstack/react-query'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import * as paths from '#contract/paths.ts'
import { STAFF_ROLES, normaliseRoles } from '#contract/roles.ts'
import { malformedResponse } from '#src/lib/report-error.ts'
import { api, isUnauthenticated } from './http.ts'
import { userKey } from './scope.ts'
import { read, tokenOf } from './response-readers.ts'

/** User as received; `language` is absent if the portal does not have it. */
export interface SignedInUser extends Omit<User, 'language'> {
  language?: Language | undefined
}

const user = read.record<SignedInUser>({
  id: read.text,
  username: read.text,
  email: read.text,
  firstName: read.text,
  lastName: read.text,
  practiceId: read.orNull(read.text),
  roles: normaliseRoles,
  language: read.enumValue(LANGUAGES),
  workplaces: read.items(
    read.complete<Workplace>({ practiceId: read.text, name: read.text, role: read.enumValue(STAFF_ROLES) }),
  ),
})

export const readUser = read.one(user)

// Tokens are returned unread: the caller decodes them before storing them.

/** Refreshes the token at the start of a session; the caller handles a 401. */
export const resumeToken = async () => tokenOf(await api.get(paths.refresh, { expects: isUnauthenticated }))

/** Ends the session on the server. Not awaited, so that the tab may be closed. May return where the issuer's session ends. */
export const closeSession = (token: string) => api.delete(paths.session, { token, silent: true, isUnread: false })

/** Refreshes the token by the timer; `silent`: a failure has been shown before. */
export const refreshToken = async (silent: boolean) => tokenOf(await api.get(paths.refresh, { silent }))

/** Returns the user at the start of a session; the caller handles a 401. */
export async function getUser() {
  const response = await api.get(paths.user, { expects: isUnauthenticated })
  if (typeof response !== 'object' || response === null) throw malformedResponse()
  return readUser(response)
}

export const putLanguage = (language: Language, signal: AbortSignal) =>
  api.put(paths.user, { json: { language }, signal, silent: true })

export const userQueries = {
  me: () =>
    queryOptions({
      queryKey: userKey(),
      queryFn: async ({ signal }) => readUser(await api.get(paths.user, { signal })),
      staleTime: Infinity,
    }),
}
