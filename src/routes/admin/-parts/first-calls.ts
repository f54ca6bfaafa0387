import * as paths from '#contract/paths.ts'
import type { FirstCalls } from '#src/api/first-calls.ts'

export const firstCalls: FirstCalls = ({ practiceId, can }) => [can('requests') && paths.requestCount(practiceId)]
