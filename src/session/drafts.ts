import { useSyncExternalStore } from 'react'
import { isRecord } from '#contract/values.ts'
import { DRAFTS_STORAGE } from '#src/lib/constants.ts'
import { tabStorage } from '#src/lib/storage.ts'
import { portalState } from '#src/lib/store.ts'
import { hasSignedOutSince } from './other-tabs.ts'

// Drafts: text typed into a form and not sent yet. They are in session storage, so each tab has its own, and survive a reload and
// an expired session. They belong to one account: signing out and signing in as another user remove them. A draft never contains a
// password, a code or a file.

/** Kinds of forms with a draft. The ids passed with a kind identify the subject, such as the practice, the client or the request. */
type DraftKind =
  | 'answer'
  | 'card-link'
  | 'csv-mapping'
  | 'estimate'
  | 'estimate-answer'
  | 'estimate-settings'
  | 'form'
  | 'form-definition'
  | 'import-key'
  | 'opening-hours'
  | 'own-name'
  | 'passkey'
  | 'practice'
  | 'price-list'
  | 'request'
  | 'request-message'
  | 'request-settings'
  | 'retention'
  | 'seller'
  | 'staff-invitation'
  | 'visit-questions'
  | 'webhook'

type Values = Readonly<Record<string, unknown>>

export interface Draft {
  values: Values
  /** Values before typing began, to distinguish typed from stored values. */
  base: Values
  /** State of the form besides its fields. */
  extra?: Values | undefined
}

interface StoredDraft extends Draft {
  id: string
  at: number
}

interface Stored {
  /** Account that owns the drafts. */
  owner: string | null
  /** Newest first. */
  drafts: readonly StoredDraft[]
}

const MAX_DRAFTS = 50
const NONE: Stored = { owner: null, drafts: [] }

const listeners = new Set<() => void>()
/** Ids of drafts whose form is being sent. */
const sending = new Set<string>()
let parsed: { text: string | null; stored: Stored } = { text: null, stored: NONE }

const isStoredDraft = (value: unknown): value is StoredDraft =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['at'] === 'number' &&
  isRecord(value['values']) &&
  isRecord(value['base'])

function parse(text: string | null): Stored {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (!isRecord(value) || typeof value['owner'] !== 'string' || !Array.isArray(value['drafts'])) return NONE
    return { owner: value['owner'], drafts: value['drafts'].filter(isStoredDraft) }
  } catch {
    return NONE
  }
}

/** Returns the same object until the storage changes, as `useSyncExternalStore` needs. */
function read(): Stored {
  const text = tabStorage.getItem(DRAFTS_STORAGE)
  if (text !== parsed.text) parsed = { text, stored: parse(text) }
  return parsed.stored
}

function write(owner: string | null, drafts: readonly StoredDraft[]): void {
  if (owner === null || drafts.length === 0) tabStorage.removeItem(DRAFTS_STORAGE)
  else tabStorage.setItem(DRAFTS_STORAGE, JSON.stringify({ owner, drafts: drafts.slice(0, MAX_DRAFTS) }))
  notify()
}

const notify = () => listeners.forEach((listener) => listener())

const userId = () => portalState().session?.userId ?? null

/**
 * Returns the drafts of the signed-in account. Drafts older than its last sign-out are skipped: a reopened tab may restore them from
 * before a sign-out in another tab.
 */
const ownDrafts = (): readonly StoredDraft[] => {
  const { owner, drafts } = read()
  if (owner === null || owner !== userId()) return []
  return drafts.filter(({ at }) => !hasSignedOutSince(owner, at))
}

const idOf = (kind: DraftKind, ids: readonly string[]) => JSON.stringify([kind, ...ids])
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const allBut = (id: string) => ownDrafts().filter((draft) => draft.id !== id)

function remove(id: string): void {
  if (read().drafts.some((draft) => draft.id === id)) write(userId(), allBut(id))
}

/** Returns the draft of one form about one subject, for the property `draft` of `Form`. */
export function draftOf(kind: DraftKind, ...ids: readonly string[]) {
  const id = idOf(kind, ids)
  const find = (): Draft | undefined => ownDrafts().find((draft) => draft.id === id)
  const forget = () => remove(id)
  return {
    id,
    read: find,
    /** Stores the draft, unless the API does not identify the user. */
    keep(draft: Draft): void {
      const owner = userId()
      if (owner !== null) write(owner, [{ ...draft, id, at: Date.now() }, ...allBut(id)])
    },
    forget,
    /** Removes the draft, unless its values changed during the submit. */
    sent(values: object): void {
      if (isSame(find()?.values, values)) forget()
    },
    /** Runs `send`, which submits the form; until it settles, `useDraft` does not offer the draft as unsent. */
    async whileSending<Result>(send: () => Promise<Result>): Promise<Result> {
      sending.add(id)
      try {
        return await send()
      } finally {
        sending.delete(id)
        notify()
      }
    },
  }
}

/** Returns the drafts of a kind whose ids begin with these ids, newest first. */
export function draftsOf(kind: DraftKind, ...ids: readonly string[]) {
  const begin = idOf(kind, ids).slice(0, -1)
  return ownDrafts()
    .filter(({ id }) => id.startsWith(`${begin},`))
    .map((draft) => ({ ...draft, forget: () => remove(draft.id) }))
}

/** Returns the current draft; undefined while its form is being sent. */
export function useDraft(kind: DraftKind, ...ids: readonly string[]): Draft | undefined {
  const id = idOf(kind, ids)
  return useSyncExternalStore(subscribe, () =>
    sending.has(id) ? undefined : ownDrafts().find((draft) => draft.id === id),
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there is a draft of any account; for the sign-in page. */
export const hasDrafts = (): boolean => {
  const { owner, drafts } = read()
  return drafts.some(({ at }) => !hasSignedOutSince(owner, at))
}

/** Removes all drafts, except those of the account `except`. */
export function forgetDrafts(except: string | null = null): void {
  if (except === null || read().owner !== except) write(null, [])
}
