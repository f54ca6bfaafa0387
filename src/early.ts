import { LOCALES } from '#contract/languages.ts'
import type { Capability } from '#contract/capabilities.ts'
import { DEFAULT_SORT, PAGE_SIZE } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import {
  type Call,
  searchParamsOf,
  type EarlyAnswers,
  ACTIVE_COUNT,
  NEXT_DUE,
  RELEASES_AT_FIRST,
  comingAppointmentsCall,
  ownClientCall,
  registeredCall,
  releasesCall,
  remindersCall,
  unregisteredCall,
} from './api/first-calls.ts'
import { isClinicUser, isOwner, normaliseRoles } from '#contract/roles.ts'
import { apiRoot } from './lib/api-root.ts'
import { presentAt, decodeToken, isExpired, readToken } from './lib/token.ts'
import { STATE_STORAGE } from './lib/constants.ts'
import { tabStorage, storedLanguage } from './lib/storage.ts'
import { isRecord } from '#contract/values.ts'

// The first script: small, and here long before the packages are. It asks for what they will ask for when they run, by what
// the address and the storage tell: the texts, the code of the page, the calls that start the session, those of the page. The
// transport takes the answers (src/api/http.ts). Without it everything works, some trips to the server later.

/** The scripts of a page that index.html does not name, by the start of its address; tools/build/early.ts fills it in. */
declare const SCRIPTS: Record<string, string[]>

/** What the tab remembers of its session (src/lib/store.ts), or anything else that stands there. */
interface Remembered {
  activePracticeId?: unknown
  clientId?: unknown
  showActiveReminders?: unknown
  clockOffset?: unknown
}

const HERD = '/client/herd'
const WITH_PATIENTS = /^\/client\/(portal\/reminders|patients|visit-forms|attachments)/

const { pathname, search } = location
// There already where the portal came first: then it has asked by itself.
const early: EarlyAnswers = (window.earlyAnswers ??= { byAddress: new Map(), isOver: false })

const remembered = readRemembered()
const clockOffset = typeof remembered.clockOffset === 'number' ? remembered.clockOffset : 0

function readRemembered(): Remembered {
  try {
    const stored: unknown = JSON.parse(tabStorage.getItem(STATE_STORAGE) ?? '')
    const state = fieldIn(stored, 'state')
    return isRecord(state) ? state : {}
  } catch {
    return {}
  }
}

function load(rel: 'modulepreload' | 'preload', as: 'script' | 'fetch', file: string, fetchPriority = 'auto'): void {
  const link = { rel, as, href: `/${file}`, crossOrigin: '', fetchPriority }
  document.head.append(Object.assign(document.createElement('link'), link))
}

/** What the call answers, as it came; the transport takes the same answer. */
async function ask(token: string, asked: string | Call): Promise<unknown> {
  if (early.isOver) return undefined
  const call = typeof asked === 'string' ? { path: asked } : asked
  const query = searchParamsOf(call).toString()
  const { href } = new URL(`${apiRoot}/${call.path}${query && `?${query}`}`, location.href)
  let text = ''
  // Read here, while the line is busy, and not when the portal wants it.
  const answer = fetch(href, { headers: { authorization: token }, redirect: 'error' }).then(async (response) => {
    text = await response.text()
    return new Response(text || null, response)
  })
  early.byAddress.set(href, { token, answer })
  await answer
  return JSON.parse(text)
}

/** Asks for what nothing here depends on; of a failure the transport tells. */
const askFor = (...call: Parameters<typeof ask>) => void ask(...call).catch(() => {})

// Hoisted: what is remembered is read before this line has run.
function fieldIn(answer: unknown, field: string): unknown {
  return isRecord(answer) ? answer[field] : undefined
}

const textIn = (answer: unknown, field: string): string | undefined => {
  const value = fieldIn(answer, field)
  return typeof value === 'string' && value ? value : undefined
}

const can = async (able: Promise<unknown>, capability: Capability) => String(await able).includes(capability)

async function startSession(token: string): Promise<void> {
  const fresh = textIn(await ask(token, paths.refresh), 'token')
  if (!fresh) return
  const able = ask(fresh, paths.capabilities).catch(() => '')
  const user = await ask(fresh, paths.user)
  const practiceId = textIn(user, 'practiceId')
  const roles = normaliseRoles(fieldIn(user, 'roles'))
  if (practiceId && isClinicUser({ practiceId, roles })) await startOfStaff(fresh, practiceId, able)
  else if (isOwner({ practiceId, roles })) await startOfOwner(fresh, able)
}

async function startOfStaff(token: string, practiceId: string, able: Promise<unknown>): Promise<void> {
  const clientId = textIn(remembered, 'clientId')
  askFor(token, paths.practice(practiceId))
  if (pathname.startsWith('/client') && clientId) {
    askFor(token, paths.client(clientId))
    return startOfClient(token, clientId, able)
  }
  // A page that is searched is asked for by who reads the search.
  if (search) return
  if (pathname === '/admin/clients/registered') askFor(token, registeredCall(practiceId, 0))
  if (pathname === '/admin/clients/unregistered') askFor(token, unregisteredCall(practiceId, 0))
}

async function startOfOwner(token: string, able: Promise<unknown>): Promise<void> {
  const answer = await ask(token, paths.userPractices)
  const practices: unknown[] = Array.isArray(answer) ? answer : []
  const practiceId = textIn(remembered, 'activePracticeId') ?? (practices.length === 1 && textIn(practices[0], 'id'))
  if (!practiceId || !pathname.startsWith('/client')) return
  const clients = fieldIn(
    practices.find((practice) => textIn(practice, 'id') === practiceId),
    'clients',
  )
  const hasSeveral = Array.isArray(clients) && clients.length > 1
  const chosen = hasSeveral
    ? textIn(
        clients.find((client) => textIn(client, 'uuid') === remembered.clientId),
        'uuid',
      )
    : undefined
  // Nobody knows which of them it will be.
  if (hasSeveral && (!chosen || !(await can(able, 'client-choice')))) return
  askFor(token, paths.practice(practiceId))
  const clientId = textIn(await ask(token, ownClientCall(practiceId, chosen)), 'uuid')
  if (!clientId) return
  await startOfClient(token, clientId, able)
  if (pathname !== HERD || search || !(await can(able, 'herd'))) return
  askFor(token, paths.herd(clientId))
  // Swedish days are written as those of the API.
  askFor(token, releasesCall(clientId, presentAt(clockOffset).toLocaleDateString('sv'), RELEASES_AT_FIRST))
}

async function startOfClient(token: string, clientId: string, able: Promise<unknown>): Promise<void> {
  if (WITH_PATIENTS.test(pathname)) askFor(token, paths.patients(clientId))
  askFor(token, remindersCall(clientId, ACTIVE_COUNT))
  const active = search ? search === '?active=true' : remembered.showActiveReminders !== false
  if (pathname !== '/client/portal/reminders' || (search && !/^\?active=(true|false)$/.test(search))) return
  askFor(token, remindersCall(clientId, { page: 0, size: PAGE_SIZE, sort: DEFAULT_SORT, active }))
  if (!active) return
  if (await can(able, 'appointments')) askFor(token, comingAppointmentsCall(clientId))
  if (await can(able, 'page-sizes')) askFor(token, remindersCall(clientId, { page: 0, ...NEXT_DUE, active }))
}

/** The token of the tab, where one call can be made with it. */
function usableToken(): string | null {
  const token = readToken()
  // A token in the address begins another session.
  if (token === null || /[?&]access_token=/.test(search)) return null
  try {
    return isExpired(decodeToken(token), clockOffset) ? null : token
  } catch {
    return null
  }
}

const token = usableToken()
if (token) startSession(token).catch(() => {})
const page = Object.keys(SCRIPTS).findLast((start) => pathname.startsWith(start))
// Behind the calls of a session, each of which waits for the one before it: these files wait for the packages anyway.
const priority = token ? 'low' : 'auto'
// Without a session the login comes next.
for (const file of SCRIPTS[token && page ? page : '/auth/login'] ?? []) load('modulepreload', 'script', file, priority)
const language = storedLanguage()
load('preload', 'fetch', `assets/i18n/${language}.json`)
// The first use of `Intl` takes a browser long: 15 ms on a fast machine, 60 on a slow one. Better while the line is busy.
setTimeout(() => {
  Intl.NumberFormat.supportedLocalesOf(LOCALES[language])
  Intl.DateTimeFormat.supportedLocalesOf(LOCALES[language])
})
