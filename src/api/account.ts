import * as laterPaths from '#contract/later-paths.ts'
import * as paths from '#contract/paths.ts'
import type { PasswordInvitation, UserSession } from '#contract/schemas/session.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { api, namesFields } from './http.ts'
import { userKey } from './scope.ts'
import { read } from './response-readers.ts'
import { readUser, userQueries } from './user.ts'
import type { UserChange } from '#contract/schemas/user.ts'
import type { PasswordChange } from '#contract/schemas/credentials.ts'
import { CallError } from '#src/lib/call-error.ts'
import { canSignedOut } from '#src/lib/api-root.ts'

// Account of the signed-in user, for the settings page.

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

// Sessions of the user: beyond the specification.

export const sessionQueries = {
  all: () =>
    queryOptions({
      queryKey: userKey('sessions'),
      queryFn: async ({ signal }) => readSessions(await api.get(laterPaths.userSessions, { signal })),
      staleTime: 5000,
    }),
}

/** Refetches the sessions, also after a failure, because sessions may have ended meanwhile. */
const outdatesSessions = { invalidates: () => ({ queryKey: sessionQueries.all().queryKey }) }

export const sessionMutations = {
  /** A session that has ended meanwhile (404) is a success. */
  end: (sessionId: string) =>
    mutationOptions({
      mutationFn: () => api.delete(laterPaths.userSession(sessionId), { silent: true, nullOn404: true }),
      meta: outdatesSessions,
    }),

  endOthers: () =>
    mutationOptions({
      mutationFn: () => api.delete(laterPaths.userSessions, { silent: true }),
      meta: outdatesSessions,
    }),
}

/** Saves the name. The call requires the language as well. */
export async function putOwnName(queryClient: QueryClient, change: UserChange): Promise<void> {
  await api.put(paths.user, { json: change, expects: namesFields })
  // The change is saved; a failure to read it again has been shown.
  await queryClient.query({ ...userQueries.me(), staleTime: 0 }).catch(() => {})
}

export const forgotPassword = (email: string) =>
  api.post(paths.forgotPassword, { search: { email }, expects: namesFields, isUnread: true })

export const readInvitation = read.one(
  read.record<PasswordInvitation>({
    practiceName: read.requiredText,
    username: read.requiredText,
    hasPassword: read.flag,
    logoUrl: read.text,
    colour: read.text,
    firstName: read.text,
  }),
)

/** Result for a password link that was used, replaced by a newer mail, or expired. */
export const LINK_OVER = 'over'

/**
 * Checks the link of a mail when it is opened. Returns the invitation for a first password; null for another valid link, or
 * if the API cannot check links.
 */
export async function getInvitation(token: string): Promise<PasswordInvitation | typeof LINK_OVER | null> {
  if (!canSignedOut('invitation-link')) return null
  try {
    const response = await api.get(laterPaths.passwordInvitation, { token, expects: isLinkOver, silent: true })
    return response === undefined ? null : readInvitation(response)
  } catch (error) {
    return error instanceof CallError && isLinkOver(error) ? LINK_OVER : null
  }
}

const isLinkOver = ({ code }: CallError) => code === 'reset-token-invalid'

/** Uses the token of the link in a mail instead of the session's. */
export const resetPassword = (newPassword: string, token: string) =>
  api.post(laterPaths.resetPassword, { json: { newPassword }, token, expects: namesFields, isUnread: true })

export const changePassword = (change: PasswordChange) =>
  api.post(laterPaths.changePassword, {
    json: change,
    expects: (error) => isCurrentWrong(error) || namesFields(error),
    isUnread: true,
  })

/** Whether the current password is wrong, which the form shows at its field. */
export const isCurrentWrong = (error: unknown) =>
  error instanceof CallError && error.code === 'current-password-invalid'
