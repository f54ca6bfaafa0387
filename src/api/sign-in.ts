import type { Credentials } from '#contract/schemas/credentials.ts'
import * as paths from '#contract/paths.ts'
import { type CallError } from '#src/lib/call-error.ts'
import { api, namesFields } from './http.ts'
import { tokenOf } from './response-readers.ts'
import { isRecord } from '#contract/values.ts'

/** Token of a new session, and whether the session is limited to setting up a second factor. */
export interface SignedIn {
  token: unknown
  mustSetUp: boolean
}

/** Whether the form handles the error: a second factor is the next step, and invalid fields are shown in the form. */
const isShownElsewhere = (error: CallError) => error.code === 'second-factor-needed' || namesFields(error)

export const readSignedIn = (response: unknown): SignedIn => ({
  token: tokenOf(response),
  mustSetUp: isRecord(response) && response['secondFactor'] === 'set-up',
})

export const authenticate = async (credentials: Credentials) =>
  readSignedIn(await api.post(paths.authenticate, { json: credentials, expects: isShownElsewhere }))

/** Signs in by the token of another system. */
export const oauthAuthenticate = async (accessToken: string) =>
  readSignedIn(
    await api.get(paths.oauthAuthenticate, { search: { access_token: accessToken }, expects: isShownElsewhere }),
  )
