import type { PasswordChange } from '#contract/schemas/credentials.ts'
import * as paths from '#contract/paths.ts'
import type { PasswordInvitation } from '#contract/invitation.ts'
import { CallError } from '#src/lib/call-error.ts'
import { canSignedOut } from './capabilities.ts'
import { api, namesFields } from './http.ts'
import { read } from './tolerate.ts'

export const forgotPassword = (email: string) =>
  api.post(paths.forgotPassword, { search: { email }, expects: namesFields, isUnread: true })

/** Reads `GET /password/invitation`. */
export const readInvitation = read.one(
  read.record<PasswordInvitation>({ practiceName: read.requiredText, username: read.requiredText }),
)

/** By the token of a link: null where it is not for a first password, or that is not known. */
export async function getInvitation(token: string): Promise<PasswordInvitation | null> {
  if (!canSignedOut('invitation-link')) return null
  try {
    const answer = await api.get(paths.passwordInvitation, { token, silent: true })
    return answer === undefined ? null : readInvitation(answer)
  } catch {
    return null
  }
}

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
