import type { PasswordChange } from '#contract/schemas/credentials.ts'
import * as paths from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api, namesFields } from './http.ts'

export const forgotPassword = (email: string) =>
  api.post(paths.forgotPassword, { search: { email }, expects: namesFields, isUnread: true })

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
