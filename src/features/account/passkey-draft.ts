import { draftOf } from '#src/session/drafts.ts'

/** The name of a passkey that is being made. Apart from its dialog, which is loaded when it opens. */
export const passkeyDraft = () => draftOf('passkey')
