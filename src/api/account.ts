import * as paths from '#contract/paths.ts'
import type { UserSession } from '#contract/user.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { api } from './http.ts'
import { userKey } from './scope.ts'
import { read } from './tolerate.ts'
import { readUser } from './user.ts'

// What a user is told of the own account, on the page of the settings only.

export const readSessions = read.list(
  read.record<UserSession>({
    id: read.requiredText,
    signedInAt: read.required(read.moment, ''),
    current: read.required(read.flag, false),
    browser: read.text,
    system: read.text,
  }),
)

export const getAccount = async (options: { signal: AbortSignal }) => readUser(await api.get(paths.user, options))

// Where the user is signed in: beyond the specification.

export const getUserSessions = async (options: { signal: AbortSignal }) =>
  readSessions(await api.get(paths.userSessions, options))

export const sessionQueries = {
  all: () =>
    queryOptions({
      queryKey: userKey('sessions'),
      queryFn: async ({ signal }) => await getUserSessions({ signal }),
      staleTime: 5000,
    }),
}

/** Also after a failure: they may have ended meanwhile. */
const outdatesSessions = { invalidates: () => ({ queryKey: sessionQueries.all().queryKey }) }

export const sessionMutations = {
  /** One that has ended meanwhile is what was asked for. */
  end: (sessionId: string) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.userSession(sessionId), { silent: true, nullOn404: true }),
      meta: outdatesSessions,
    }),

  endOthers: () =>
    mutationOptions({
      mutationFn: () => api.delete(paths.userSessions, { silent: true }),
      meta: outdatesSessions,
    }),
}
