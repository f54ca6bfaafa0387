import type { PasswordChange } from '#contract/schemas/credentials.ts'
import * as paths from '#contract/paths.ts'
import type { PasswordInvitation } from '#contract/client.ts'
import { CallError } from '#src/lib/call-error.ts'
import { canSignedOut } from './capabilities.ts'
import { api, namesFields } from './http.ts'
import { read } from './tolerate.ts'

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
