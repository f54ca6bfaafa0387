import { type FirstCalls, RELEASES_AT_FIRST, releasesCall } from '#src/api/first-calls.ts'
import { readView } from './herd-search.ts'

export const firstCalls: FirstCalls = ({ clientId, search, today, can }) => [
  can('herd') && readView(search) === undefined && releasesCall(clientId, today, RELEASES_AT_FIRST),
]
