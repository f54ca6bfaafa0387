import { LOCALES } from '#contract/languages.ts'
import { LAST_DAY, calendarDay } from '#contract/dates.ts'
import * as paths from '#contract/paths.ts'
import { isClinicUser, normaliseRoles } from '#contract/roles.ts'
import { MAX_START_CALLS, UNKNOWN_IDS } from '#contract/start.ts'
import { isRecord } from '#contract/values.ts'
import type { PrefetchedResponses } from './api/prefetched-responses.ts'
import { type Call, type FirstCalls, type FirstVisit, ownClientCall, searchParamsOf } from './api/first-calls.ts'
import { apiRoot, canSignedOut } from './lib/api-root.ts'
import { STATE_STORAGE } from './lib/constants.ts'
import { storedLanguage, tabStorage } from './lib/storage.ts'
import { decodeToken, expiryOf, presentAt, readToken } from './lib/token.ts'
import { registeredCalls, unregisteredCalls } from './routes/admin/clients/-parts/first-calls.ts'
import { firstCalls as dashboardCalls } from './routes/admin/dashboard/-parts/first-calls.ts'
import { firstCalls as adminCalls } from './routes/admin/-parts/first-calls.ts'
import { firstCalls as herdCalls } from './routes/client/herd/-parts/first-calls.ts'
import { firstCalls as reminderCalls } from './routes/client/portal/reminders/-parts/first-calls.ts'
import { firstCalls as clientCalls, patientCalls } from './routes/client/-parts/first-calls.ts'

// The first script: small, it runs long before the packages are loaded. It knows the URL and the storage. It prefetches the texts,
// the code of the page and the responses to the portal's first calls. The HTTP client takes these responses
// (src/api/prefetched-responses.ts). Without this script the portal works, but needs more round trips.

/** Scripts of a page that index.html does not name, by the start of the page's path. Replaced by tools/build/prefetch.ts. */
declare const SCRIPTS: Record<string, string[]>

/** Calls of routes, by the start of their path. */
const ROUTES: Record<string, FirstCalls> = {
  '/admin': adminCalls,
  '/admin/dashboard': dashboardCalls,
  '/admin/clients/registered': registeredCalls,
  '/admin/clients/unregistered': unregisteredCalls,
  '/client': clientCalls,
  '/client/attachments': patientCalls,
  '/client/herd': herdCalls,
  '/client/patients': patientCalls,
  '/client/portal/reminders': reminderCalls,
  '/client/visit-forms': patientCalls,
}

const MIN_VALIDITY_MS = 60_000

const { pathname, search } = location
const remembered = readRemembered()
const session = isRecord(remembered['session']) ? remembered['session'] : {}
const staffPracticeId = textIn(session, 'practiceId')
const isStaff = isClinicUser({ practiceId: staffPracticeId, roles: normaliseRoles(session['roles']) })
const practiceId = isStaff ? staffPracticeId : textIn(remembered, 'activePracticeId')
const isClientArea = pathname.startsWith('/client')
const clientId = isClientArea ? textIn(remembered, 'clientId') : undefined
const clockOffset = typeof remembered['clockOffset'] === 'number' ? remembered['clockOffset'] : 0

/** Returns the session state that the tab has stored (src/lib/store.ts). */
function readRemembered(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(tabStorage.getItem(STATE_STORAGE) ?? '')
    return isRecord(stored) && isRecord(stored['state']) ? stored['state'] : {}
  } catch {
    return {}
  }
}

function textIn(record: Record<string, unknown>, field: string): string | undefined {
  const value = record[field]
  return typeof value === 'string' && value ? value : undefined
}

const pathOf = (call: string | Call): string => {
  if (typeof call === 'string') return call
  const query = searchParamsOf(call).toString()
  return query ? `${call.path}?${query}` : call.path
}
const hrefOf = (path: string): string => new URL(`${apiRoot}/${path}`, location.href).href

/** Returns the calls that the loaders of the current URL make. */
function routeCalls(visit: Pick<FirstVisit, 'practiceId' | 'clientId' | 'can'>): (string | Call)[] {
  const whole: FirstVisit = {
    ...visit,
    viewedByStaff: isStaff,
    search: Object.fromEntries(new URLSearchParams(search)),
    showActiveReminders: remembered['showActiveReminders'] !== false,
    today: calendarDay(presentAt(clockOffset).toISOString()) ?? LAST_DAY,
  }
  return Object.entries(ROUTES)
    .flatMap(([start, calls]) => (pathname.startsWith(start) ? calls(whole) : []))
    .filter((call) => call !== false)
}

const send = (path: string, token: string) =>
  fetch(hrefOf(path), { headers: { authorization: token }, redirect: 'error' })

/** Makes all calls with one request; for an API with the endpoint `start`. */
async function fetchTogether(token: string): Promise<PrefetchedResponses> {
  const calls = routeCalls({ ...UNKNOWN_IDS, can: () => true }).slice(0, MAX_START_CALLS)
  const query = { practiceId, clientUuid: clientId, calls: calls.map(pathOf).join(' ') || undefined }
  const response = await send(pathOf({ path: paths.start, search: query }), token)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server that wrote the page; anything else throws
  const { parts } = (await response.json()) as { parts: { path: string; body: string; version?: string }[] }
  const fresh = parts.flatMap(({ path, body }): unknown => (path === paths.refresh ? JSON.parse(body) : []))[0]
  const given = isRecord(fresh) ? textIn(fresh, 'token') : undefined
  return new Map(
    parts.map(({ path, body, version }) => [
      hrefOf(path),
      {
        token: path === paths.refresh ? token : (given ?? token),
        response: new Response(body, { headers: version === undefined ? {} : { etag: version } }),
      },
    ]),
  )
}

/** Makes the calls of the specification in parallel, as far as the tab has stored their ids. */
function fetchSeparately(token: string, leftMs: number): PrefetchedResponses {
  const ids = isStaff
    ? [practiceId && paths.practice(practiceId), clientId && paths.client(clientId)]
    : isClientArea
      ? [paths.userPractices, ...(practiceId ? [paths.practice(practiceId), ownClientCall(practiceId)] : [])]
      : []
  const known = practiceId && (clientId || !isClientArea)
  const page = known ? routeCalls({ practiceId, clientId: clientId ?? '', can: () => false }) : []
  const calls = [paths.refresh, paths.user, paths.capabilities, ...ids, ...page].flatMap((call) => call || [])
  // A token that expires soon is used only for its refresh, because the server could reject the other calls.
  return new Map(
    (leftMs > MIN_VALIDITY_MS ? calls : [paths.refresh])
      .map(pathOf)
      .map((path) => [hrefOf(path), { token, response: send(path, token).catch(() => undefined) }]),
  )
}

/** Returns the token of the tab and its remaining validity; undefined if no call can use it. */
function usableToken() {
  const token = readToken()
  // A token in the URL starts another session.
  if (token === null || /[?&]access_token=/.test(search)) return undefined
  try {
    const leftMs = expiryOf(decodeToken(token), clockOffset) - Date.now()
    return leftMs > 0 ? { token, leftMs } : undefined
  } catch {
    return undefined
  }
}

function load(rel: 'modulepreload' | 'preload', as: 'script' | 'fetch', file: string, fetchPriority = 'auto'): void {
  const link = { rel, as, href: `/${file}`, crossOrigin: '', fetchPriority }
  document.head.append(Object.assign(document.createElement('link'), link))
}

const usable = usableToken()
if (usable) {
  const { token, leftMs } = usable
  window.prefetchedResponses ??= canSignedOut('start')
    ? fetchTogether(token).catch(() => new Map())
    : Promise.resolve(fetchSeparately(token, leftMs))
}
const page = Object.keys(SCRIPTS).findLast((start) => pathname.startsWith(start))
// Lower priority than the calls, because these files wait for the packages anyway.
const priority = usable ? 'low' : 'auto'
const language = storedLanguage()
// At once, because the portal may load the texts before the next paint, and a later preload would be unused.
load('preload', 'fetch', `assets/i18n/${language}.json`)
// Without a session the login page is next, except on the public page of prices.
const files = SCRIPTS[page && (usable || page === '/prices/') ? page : '/auth/login'] ?? []
// After the first paint, which these downloads would delay; until then the network is busy with the packages.
requestAnimationFrame(() =>
  setTimeout(() => {
    for (const file of files) load('modulepreload', 'script', file, priority)
    // The first use of `Intl` takes 15 ms on a fast machine, 60 ms on a slow one.
    Intl.NumberFormat.supportedLocalesOf(LOCALES[language])
    Intl.DateTimeFormat.supportedLocalesOf(LOCALES[language])
  }),
)
