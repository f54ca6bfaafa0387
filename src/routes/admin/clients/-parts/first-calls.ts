import { type FirstCalls, countCalls, registeredCall, unregisteredCall } from '#src/api/first-calls.ts'

const isFirstPage = (search: object) => Object.keys(search).length === 0

export const registeredCalls: FirstCalls = (visit) => [
  ...countCalls(visit),
  isFirstPage(visit.search) && registeredCall(visit.practiceId, 0),
]

export const unregisteredCalls: FirstCalls = (visit) => [
  ...countCalls(visit),
  isFirstPage(visit.search) && unregisteredCall(visit.practiceId, 0),
]
