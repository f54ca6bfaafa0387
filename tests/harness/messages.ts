import { compileMessages } from '#tools/build/messages.ts'

/** As the build compiles them: once for all tests of a worker, for it takes as long as a small screen. */
export const MESSAGES = { nl: compileMessages('nl'), en: compileMessages('en') } as const
