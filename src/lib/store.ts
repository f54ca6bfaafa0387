import { create } from 'zustand'
import { type Role, normaliseRoles } from '#contract/roles.ts'
import { DEFAULT_LANGUAGE, type Language, NARROW, STATE_STORAGE, isLanguage } from './constants.ts'
import { tabStorage } from './storage.ts'

/** Who is signed in, as far as guards need it; every start replaces it by the server's answer before a guard decides. */
export interface Session {
  userId: string
  practiceId: string | null
  roles: Role[]
  language: Language
}

/** What a tab remembers over a reload. Never a name, a list or anything medical: those live in the query cache only. */
interface PortalState {
  session: Session | null
  /** The practice whose client a portal user is at the moment. */
  activePracticeId: string | null
  /** The client whose portal is on screen: one's own, or the one a member of staff views. */
  clientId: string | null
  /** Where in this tab's history a member of staff began to view the client: a number, for the address may hold a name. */
  viewedFrom: number | null
  sidebarOpen: boolean
  /** The remembered filter of the reminders. */
  showActiveReminders: boolean
  /** Milliseconds by which the server's clock is ahead of this one. */
  clockOffset: number
}

const atRest = (): PortalState => ({
  session: null,
  activePracticeId: null,
  clientId: null,
  viewedFrom: null,
  sidebarOpen: !globalThis.matchMedia?.(NARROW).matches,
  showActiveReminders: true,
  clockOffset: 0,
})

type Bag = Readonly<Record<string, unknown>>
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOrNull = (value: unknown) => (typeof value === 'string' && value.length <= 200 && value) || null

function readSession(value: unknown): Session | null {
  if (!isBag(value)) return null
  const userId = textOrNull(value['userId'])
  return userId === null
    ? null
    : {
        userId,
        practiceId: textOrNull(value['practiceId']),
        roles: normaliseRoles(value['roles']),
        language: isLanguage(value['language']) ? value['language'] : DEFAULT_LANGUAGE,
      }
}

/** Reads back field by field: whatever stands in the storage, the portal starts, with defaults for the bad parts. */
function readState(stored: unknown, defaults: PortalState): PortalState {
  if (!isBag(stored)) return defaults
  const { clockOffset: offset, viewedFrom } = stored
  return {
    session: readSession(stored['session']),
    activePracticeId: textOrNull(stored['activePracticeId']),
    clientId: textOrNull(stored['clientId']),
    viewedFrom: typeof viewedFrom === 'number' && Number.isInteger(viewedFrom) ? viewedFrom : null,
    // On a narrow screen the drawer starts closed, whatever was stored.
    sidebarOpen: defaults.sidebarOpen && stored['sidebarOpen'] !== false,
    showActiveReminders: stored['showActiveReminders'] !== false,
    clockOffset: typeof offset === 'number' && Number.isFinite(offset) ? offset : 0,
  }
}

function stored(): PortalState {
  try {
    const entry: unknown = JSON.parse(tabStorage.getItem(STATE_STORAGE) ?? 'null')
    return readState(isBag(entry) ? entry['state'] : null, atRest())
  } catch {
    return atRest()
  }
}

// Zustand's own `persist` takes what stands in the storage as it is, and weighs more than these three lines.
export const usePortal = create<PortalState>()(stored)
usePortal.subscribe((state) => tabStorage.setItem(STATE_STORAGE, JSON.stringify({ state })))

export const portalState = () => usePortal.getState()

// The store changes by these events only.

export function userLoaded(session: Session): void {
  usePortal.setState({ session })
}

/** Everything that belongs to a former client goes with the client (spec §4). */
export function clientShown(
  clientId: string | null,
  activePracticeId: string | null,
  viewedFrom: number | null = null,
): void {
  const same = clientId === portalState().clientId
  usePortal.setState({
    clientId,
    activePracticeId,
    viewedFrom,
    ...(same ? {} : { showActiveReminders: atRest().showActiveReminders }),
  })
}

export function remindersFiltered(showActiveReminders: boolean): void {
  usePortal.setState({ showActiveReminders })
}

export function sidebarMoved(sidebarOpen: boolean): void {
  usePortal.setState({ sidebarOpen })
}

export function clockSet(clockOffset: number): void {
  usePortal.setState({ clockOffset })
}

/** Takes the state of the tab's storage, as a page that is loaded does: for the tests, which load many in one document. */
export function stateRestored(): void {
  usePortal.setState(stored(), true)
}

/** State first, storage last: the other way round the change would write the entry again. */
export function sessionForgotten(): void {
  usePortal.setState(atRest(), true)
  tabStorage.removeItem(STATE_STORAGE)
}
