import * as paths from '#contract/paths.ts'
import type { PasswordInvitation, UserSession } from '#contract/schemas/session.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { api, namesFields } from './http.ts'
import { userKey } from './scope.ts'
import { read } from './tolerate.ts'
import { readUser, userQueries } from './user.ts'
import type { UserChange } from '#contract/schemas/user.ts'
import type { PasswordChange } from '#contract/schemas/credentials.ts'
import { CallError } from '#src/lib/call-error.ts'
import { canSignedOut } from './capabilities.ts'

// What a user is told of the own account, on the page of the settings only.

export const readSessions = read.list(
  read.record<UserSession>({
    id: read.requiredText,
    signedInAt: read.required(read.moment, ''),
    current: read.requiredFlag,
    browser: read.text,
    system: read.text,
  }),
  'id',
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

/** The language goes along, for the call asks for it. */
export async function putOwnName(queryClient: QueryClient, change: UserChange): Promise<void> {
  await api.put(paths.user, { json: change, expects: namesFields })
  // It is saved; that it could not be read again was shown.
  await queryClient.query({ ...userQueries.me(), staleTime: 0 }).catch(() => {})
}

export const forgotPassword = (email: string) =>
  api.post(paths.forgotPassword, { search: { email }, expects: namesFields, isUnread: true })

/** Reads `GET /password/invitation`. */
export const readInvitation = read.one(
  read.record<PasswordInvitation>({
    practiceName: read.requiredText,
    username: read.requiredText,
    hasPassword: read.flag,
  }),
)

/** The link of a mail for a password is used, superseded by a newer mail, or expired. */
export const LINK_OVER = 'over'

/**
 * Checks the link of a mail when it is opened. Returns the invitation of a first password; null for another valid link, and where
 * the API cannot tell.
 */
export async function getInvitation(token: string): Promise<PasswordInvitation | typeof LINK_OVER | null> {
  if (!canSignedOut('invitation-link')) return null
  try {
    const answer = await api.get(paths.passwordInvitation, { token, expects: isLinkOver, silent: true })
    return answer === undefined ? null : readInvitation(answer)
  } catch (error) {
    return error instanceof CallError && isLinkOver(error) ? LINK_OVER : null
  }
}

const isLinkOver = ({ code }: CallError) => code === 'reset-token-invalid'

/** By the token of the link in a mail, in place of the session's. */
export const resetPassword = (newPassword: string, token: string) =>
  api.post(paths.resetPassword, { json: { newPassword }, token, expects: namesFields, isUnread: true })

export const changePassword = (change: PasswordChange) =>
  api.post(paths.changePassword, {
    json: change,
    expects: (error) => isCurrentWrong(error) || namesFields(error),
    isUnread: true,
  })

/** What the form says at the field of the current password. */
export const isCurrentWrong = (error: unknown) =>
  error instanceof CallError && error.code === 'current-password-invalid'
