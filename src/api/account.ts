import { morePaths } from '#contract/more-paths.ts'
import { paths } from '#contract/paths.ts'
import type { UserSession } from '#contract/user.ts'
import { api } from './client.ts'
import { read } from './tolerate.ts'
import { readUser } from './user.ts'

// What a user is told of the own account, on the page of the settings only.

export const readSessions = read.list(
  read.record<UserSession>({
    signedInAt: read.required(read.moment, ''),
    current: read.required(read.flag, false),
  }),
)

export const getAccount = async (options: { signal: AbortSignal }) => readUser(await api.get(paths.user, options))

/** Where the user is signed in: beyond the specification. */
export const getUserSessions = async (options: { signal: AbortSignal }) =>
  readSessions(await api.get(morePaths.userSessions, options))
