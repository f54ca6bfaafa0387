import * as paths from '#contract/paths.ts'
import { ACTIVE_COUNT, type FirstCalls, remindersCall } from '#src/api/first-calls.ts'

export const firstCalls: FirstCalls = ({ practiceId, clientId, can }) => [
  remindersCall(clientId, ACTIVE_COUNT),
  can('herd') && paths.herd(clientId),
  can('requests') && paths.requestSettings(practiceId),
  can('request-messages') && paths.ownRequestCount(clientId),
]

export const patientCalls: FirstCalls = ({ clientId }) => [paths.patients(clientId)]
