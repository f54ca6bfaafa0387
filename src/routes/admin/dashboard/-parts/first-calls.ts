import * as paths from '#contract/paths.ts'
import { type FirstCalls, countCalls, registeredCall } from '#src/api/first-calls.ts'

export const firstCalls: FirstCalls = (visit) => {
  const { practiceId, can } = visit
  return [
    can('follow-up') && paths.practiceFollowUp(practiceId),
    ...countCalls(visit),
    can('locked-filter') && registeredCall(practiceId, 0, 1, { locked: true }),
    can('invitations') && registeredCall(practiceId, 0, 1, { state: 'activated' }),
  ]
}
