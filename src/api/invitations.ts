import * as paths from '#contract/paths.ts'
import { api } from './http.ts'

/** The mail that gives access once more, to who has not chosen a password. */
export const inviteAgain = (clientId: string, options: { silent?: boolean } = {}) =>
  api.post(paths.clientInvitation(clientId), options)
