import { DEFAULT_LANGUAGE, type Language, isLanguage } from '#contract/languages.ts'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { type Role, isClinicAdmin, normaliseRoles } from '#contract/roles.ts'
import { NARROW, STATE_STORAGE } from './constants.ts'
import { tabStorage } from './storage.ts'
import { isRecord } from '#contract/values.ts'

/** Who is signed in, as far as guards need it; every start replaces it by the server's answer before a guard decides. */
export interface Session {
  /** Whose session it is: the token's `sub`, else the user name. Null where the API tells neither; then nothing is kept of it. */
  userId: string | null
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
  /** Was told what registering sends; asked once a session. */
  knowsOfInvitation: boolean
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
  knowsOfInvitation: false,
  clockOffset: 0,
})

const textOrNull = (value: unknown) => (typeof value === 'string' && value.length <= 200 && value) || null

function readSession(value: unknown): Session | null {
  if (!isRecord(value)) return null
  return {
    userId: textOrNull(value['userId']),
    practiceId: textOrNull(value['practiceId']),
    roles: normaliseRoles(value['roles']),
    language: isLanguage(value['language']) ? value['language'] : DEFAULT_LANGUAGE,
  }
}

/** Reads back field by field: whatever stands in the storage, the portal starts, with defaults for the bad parts. */
function readState(stored: unknown, defaults: PortalState): PortalState {
  if (!isRecord(stored)) return defaults
  const { clockOffset: offset, viewedFrom } = stored
  return {
    session: readSession(stored['session']),
    activePracticeId: textOrNull(stored['activePracticeId']),
    clientId: textOrNull(stored['clientId']),
    viewedFrom: typeof viewedFrom === 'number' && Number.isInteger(viewedFrom) ? viewedFrom : null,
    // On a narrow screen the drawer starts closed, whatever was stored.
    sidebarOpen: defaults.sidebarOpen && stored['sidebarOpen'] !== false,
    showActiveReminders: stored['showActiveReminders'] !== false,
    knowsOfInvitation: stored['knowsOfInvitation'] === true,
    clockOffset: typeof offset === 'number' && Number.isFinite(offset) ? offset : 0,
  }
}

/** What is no JSON counts as nothing: the library would keep what was there before it. */
const storage = createJSONStorage<PortalState>(() => ({
  ...tabStorage,
  getItem: (name) => {
    const entry = tabStorage.getItem(name)
    try {
      JSON.parse(entry ?? '')
      return entry
    } catch {
      return null
    }
  },
}))

export const usePortal = create<PortalState>()(
  persist(atRest, {
    name: STATE_STORAGE,
    storage,
    // Of any version it is read field by field.
    migrate: (stored) => readState(stored, atRest()),
    merge: (stored) => readState(stored, atRest()),
  }),
)

export const portalState = () => usePortal.getState()

export const useIsClinicAdmin = () => usePortal(({ session }) => session !== null && isClinicAdmin(session))

// The store changes by these events only.

export function userLoaded(session: Session): void {
  usePortal.setState({ session })
}

/** Shows a client. A change of client resets the filter of the reminders. */
export function clientShown(clientId: string | null, activePracticeId: string, viewedFrom: number | null = null): void {
  showClient({ clientId, activePracticeId, viewedFrom })
}

/** No client is on screen any more; `activePracticeId` is the one whose client is to be found next. */
export function clientCleared(activePracticeId: string | null = null): void {
  showClient({ clientId: null, activePracticeId, viewedFrom: null })
}

function showClient(shown: Pick<PortalState, 'clientId' | 'activePracticeId' | 'viewedFrom'>): void {
  const same = shown.clientId === portalState().clientId
  usePortal.setState({ ...shown, ...(same ? {} : { showActiveReminders: atRest().showActiveReminders }) })
}

export function remindersFiltered(showActiveReminders: boolean): void {
  usePortal.setState({ showActiveReminders })
}

export function invitationExplained(): void {
  usePortal.setState({ knowsOfInvitation: true })
}

export function sidebarMoved(sidebarOpen: boolean): void {
  usePortal.setState({ sidebarOpen })
}

export function clockSet(clockOffset: number): void {
  usePortal.setState({ clockOffset })
}

/** State first, storage last: the other way round the change would write the entry again. */
export function sessionForgotten(): void {
  usePortal.setState(atRest(), true)
  tabStorage.removeItem(STATE_STORAGE)
}
