import type { Language } from '#contract/languages.ts'
import type { Messages } from '#src/lib/intl.tsx'
import { compileMessages } from '#tools/build/messages.ts'

const compiled = (language: Language) => compileMessages(language) as Messages

/** As the build compiles them: once for all tests of a worker, for it takes as long as a small screen. */
export const MESSAGES = { nl: compiled('nl'), en: compiled('en') } as const
