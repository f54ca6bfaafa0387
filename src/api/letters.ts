import type { Language } from '#contract/languages.ts'
import type { ConfirmedLetter } from '#contract/schemas/letter.ts'
import * as paths from '#contract/later-paths.ts'
import type { CallError } from '#src/lib/call-error.ts'
import { api, namesFields } from './http.ts'
import { read } from './response-readers.ts'

// Letters to clients without an e-mail address: beyond the specification.

/** Returns a PDF of the letters. The dialog shows a failure. */
export const makeLetters = (
  practiceId: string,
  clientUuids: readonly string[],
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<Blob> => api.file(paths.letters(practiceId), { json: { clientUuids, language }, signal, silent: true })

const isOver = ({ code }: CallError) => code === 'letter-invalid'

/** Sends the code of a letter, without a session. */
export const submitLetterCode = (code: string, email: string) =>
  api.post(paths.letter, {
    json: { code, email },
    token: '',
    expects: (error) => isOver(error) || namesFields(error),
    isUnread: true,
  })

export const readConfirmed = read.one(
  read.record<ConfirmedLetter>({ practiceName: read.requiredText, username: read.requiredText, token: read.text }),
)

/** Uses the token of the link in the mail instead of the session's. */
export const confirmLetter = async (token: string) =>
  readConfirmed(await api.post(paths.letterConfirmation, { token, expects: isOver }))
