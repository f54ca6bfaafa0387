import type { PasswordChange } from '#contract/schemas/credentials.ts'
import { paths } from '#contract/paths.ts'
import { api } from './http.ts'

export const forgotPassword = (email: string) => api.post(paths.forgotPassword, { search: { email }, isUnread: true })

/** By the token of the link in a mail, in place of the session's. */
export const resetPassword = (newPassword: string, token: string) =>
  api.post(paths.resetPassword, { json: { newPassword }, token, isUnread: true })

export const changePassword = (change: PasswordChange) =>
  api.post(paths.changePassword, { json: change, isUnread: true })
