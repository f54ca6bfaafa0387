import { DEFAULT_LANGUAGE, type Language, isLanguage } from '#contract/languages.ts'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { type Role, isClinicAdmin, normaliseRoles } from '#contract/roles.ts'
import { NARROW, STATE_STORAGE } from './constants.ts'
import { tabStorage } from './storage.ts'
import { isRecord } from '#contract/values.ts'

/** Signed-in user, as far as guards need it. Every start replaces the stored session by the server's response before a guard runs. */
export interface Session {
  /** The token's `sub`, else the user name. Null if the API provides neither; the tab then stores nothing for the user. */
  userId: string | null
  practiceId: string | null
  roles: Role[]
  language: Language
}

/** State that a tab keeps across a reload. Names, lists and medical data are never stored, only held in the query cache. */
interface PortalState {
  session: Session | null
  /** Practice that a portal user has chosen. */
  activePracticeId: string | null
  /** Client on screen: the user's own client record, or the one that staff view. */
  clientId: string | null
  /** Index in the tab's history at which staff began to view the client. Not a URL, because that may contain a name. */
  viewedFrom: number | null
  /** Whether the sidebar covers the content. Read from the window at each start. */
  narrow: boolean
  sidebarOpen: boolean
  showActiveReminders: boolean
  /** Whether the explanation of what registering sends was shown in this session. */
  knowsOfInvitation: boolean
  /** Milliseconds by which the server's clock is ahead of the device's. */
  clockOffset: number
}

const isNarrow = () => globalThis.matchMedia?.(NARROW).matches ?? false

const createInitialState = (): PortalState => ({
  session: null,
  activePracticeId: null,
  clientId: null,
  viewedFrom: null,
  narrow: isNarrow(),
  sidebarOpen: !isNarrow(),
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

/** Reads the stored state field by field, with defaults for invalid fields, so that the portal always starts. */
function readState(stored: unknown, defaults: PortalState): PortalState {
  if (!isRecord(stored)) return defaults
  const { clockOffset: offset, viewedFrom } = stored
  return {
    session: readSession(stored['session']),
    activePracticeId: textOrNull(stored['activePracticeId']),
    clientId: textOrNull(stored['clientId']),
    viewedFrom: typeof viewedFrom === 'number' && Number.isInteger(viewedFrom) ? viewedFrom : null,
    narrow: defaults.narrow,
    // On a narrow screen the sidebar always starts closed.
    sidebarOpen: defaults.sidebarOpen && stored['sidebarOpen'] !== false,
    showActiveReminders: stored['showActiveReminders'] !== false,
    knowsOfInvitation: stored['knowsOfInvitation'] === true,
    clockOffset: typeof offset === 'number' && Number.isFinite(offset) ? offset : 0,
  }
}

/** Treats invalid JSON as absent; otherwise the library would keep the previous state. */
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
  persist(createInitialState, {
    name: STATE_STORAGE,
    storage,
    // State of any version is read field by field.
    migrate: (stored) => readState(stored, createInitialState()),
    merge: (stored) => readState(stored, createInitialState()),
  }),
)

export const portalState = () => usePortal.getState()

export const useIsClinicAdmin = () => usePortal(({ session }) => session !== null && isClinicAdmin(session))

// Only these functions change the store.

export function userLoaded(session: Session): void {
  usePortal.setState({ session })
}

/** Shows a client. A change of client resets the filter of the reminders. */
export function clientShown(clientId: string | null, activePracticeId: string, viewedFrom: number | null = null): void {
  showClient({ clientId, activePracticeId, viewedFrom })
}

/** Clears the client on screen. `activePracticeId` is the practice whose client is loaded next. */
export function clientCleared(activePracticeId: string | null = null): void {
  showClient({ clientId: null, activePracticeId, viewedFrom: null })
}

function showClient(shown: Pick<PortalState, 'clientId' | 'activePracticeId' | 'viewedFrom'>): void {
  const same = shown.clientId === portalState().clientId
  usePortal.setState({ ...shown, ...(same ? {} : { showActiveReminders: createInitialState().showActiveReminders }) })
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

/** Opens or closes the sidebar in one change with the width. Two changes would open it above the content for a moment, with the focus. */
export function widthCrossed(narrow: boolean): void {
  usePortal.setState({ narrow, sidebarOpen: !narrow })
}

export function clockSet(clockOffset: number): void {
  usePortal.setState({ clockOffset })
}

/** Resets the state before the storage, because a state change writes the storage. */
export function sessionForgotten(): void {
  usePortal.setState(createInitialState(), true)
  tabStorage.removeItem(STATE_STORAGE)
}
