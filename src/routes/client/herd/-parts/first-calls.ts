import { type FirstCalls, RELEASES_AT_FIRST, releasesCall } from '#src/api/first-calls.ts'
import { readSearch } from './herd-search.ts'

export const firstCalls: FirstCalls = ({ clientId, search, today, can }) => [
  can('herd') && readSearch(search).show === undefined && releasesCall(clientId, today, RELEASES_AT_FIRST),
]
