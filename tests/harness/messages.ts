import type { Language } from '#contract/languages.ts'
import type { Messages } from '#src/lib/intl.tsx'
import { compileMessages } from '#tools/build/messages.ts'

const compiled = (language: Language) => compileMessages(language) as Messages

/** Messages compiled as in the build, once per worker because compiling takes as long as rendering a small screen. */
export const MESSAGES = { nl: compiled('nl'), en: compiled('en') } as const
