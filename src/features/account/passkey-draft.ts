import { draftOf } from '#src/session/drafts.ts'

/** Draft of a new passkey's name. Separate from its dialog, which is loaded on opening. */
export const passkeyDraft = () => draftOf('passkey')
