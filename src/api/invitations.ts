import { morePaths } from '#contract/more-paths.ts'
import { api } from './http.ts'

/** The mail that gives access once more, to who has not chosen a password. */
export const inviteAgain = (clientId: string, options: { silent?: boolean } = {}) =>
  api.post(morePaths.clientInvitation(clientId), options)
