import * as paths from '#contract/later-paths.ts'
import type { Setup, SetupAdmin, SetupState } from '#contract/schemas/setup.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api, namesFields } from './http.ts'
import { read, tokenOf } from './response-readers.ts'

// Set-up of a portal without a practice, by the one-time code that the server prints: beyond the specification.

export const isInvalidCode = (error: unknown) => error instanceof CallError && error.code === 'setup-code-invalid'
export const isAlreadySetUp = (error: unknown) => error instanceof CallError && error.code === 'already-set-up'

/** Errors that the page itself shows. */
const isShownThere = (error: CallError) => isInvalidCode(error) || isAlreadySetUp(error) || namesFields(error)

const readSetupState = read.one(read.record<SetupState>({ isDone: read.required(read.flag, false) }))

/** State of the set-up: done, or whether the code can be used. */
export async function checkSetupCode(code: string): Promise<'done' | 'valid' | 'invalid'> {
  try {
    const { isDone } = readSetupState(await api.get(paths.setup, { token: code, expects: isShownThere }))
    return isDone ? 'done' : 'valid'
  } catch (error) {
    if (isInvalidCode(error)) return 'invalid'
    throw error
  }
}

/** Returns the WebAuthn options for the passkey of the first admin. */
export const getSetupPasskeyOptions = (code: string, admin: SetupAdmin) =>
  api.post(paths.setupPasskeyOptions, { token: code, json: admin, expects: isShownThere })

/** Adds the practice and its admin; returns the token of a session. */
export const setUp = async (code: string, setup: Setup) =>
  tokenOf(await api.post(paths.setup, { token: code, json: setup, expects: isShownThere }))
