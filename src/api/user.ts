import type { User, Workplace } from '#contract/schemas/user.ts'
import { queryOptions } from '@tanstack/react-query'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import * as paths from '#contract/paths.ts'
import { STAFF_ROLES, normaliseRoles } from '#contract/roles.ts'
import { unusableAnswer } from '#src/lib/report-error.ts'
import { api, isUnauthenticated } from './http.ts'
import { userKey } from './scope.ts'
import { read, tokenOf } from './tolerate.ts'

/** `language` is absent where the portal does not have it. */
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
  language: read.knownWord(LANGUAGES),
  workplaces: read.items(
    read.complete<Workplace>({ practiceId: read.text, name: read.text, role: read.knownWord(STAFF_ROLES) }),
  ),
})

export const readUser = read.one(user)

// Signing in, the token, who is signed in, and passwords.

// A token is answered as whatever came: who stores it decodes it first.

/** At the start of a session, where a 401 is the caller's own matter. */
export const resumeToken = async () => tokenOf(await api.get(paths.refresh, { expects: isUnauthenticated }))

/** Signing out on the server; not awaited, so the tab may be closed. */
export const closeSession = (token: string) => api.delete(paths.session, { token, silent: true })

/** By the timer; `silent`: its failure has been told. */
export const refreshToken = async (silent: boolean) => tokenOf(await api.get(paths.refresh, { silent }))

/** At the start of a session, where a 401 is the caller's own matter. */
export async function getUser() {
  const answer = await api.get(paths.user, { expects: isUnauthenticated })
  if (typeof answer !== 'object' || answer === null) throw unusableAnswer()
  return readUser(answer)
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
