import { REQUEST_DRAFT_STORAGE } from '#src/lib/constants.ts'
import { tabStorage } from '#src/lib/storage.ts'

// What was typed of requests and of answers, and is not sent yet. It is in this tab only, survives a reload and the end of a session
// by time, and goes when it is sent, with a sign-out, and when somebody else signs in.

/** The last that were typed, the newest first; an older one gives way. */
const MOST_DRAFTS = 20

type Draft = readonly [id: string, draft: unknown]

const isDraft = (kept: unknown): kept is Draft => Array.isArray(kept) && typeof kept[0] === 'string'

function read(): { owner: unknown; drafts: Draft[] } {
  try {
    const kept: unknown = JSON.parse(tabStorage.getItem(REQUEST_DRAFT_STORAGE) ?? '[]')
    const [owner, drafts]: unknown[] = Array.isArray(kept) ? kept : []
    return { owner, drafts: Array.isArray(drafts) ? drafts.filter(isDraft) : [] }
  } catch {
    return { owner: undefined, drafts: [] }
  }
}

function write(owner: unknown, drafts: readonly Draft[]): void {
  if (drafts.length === 0) tabStorage.removeItem(REQUEST_DRAFT_STORAGE)
  else tabStorage.setItem(REQUEST_DRAFT_STORAGE, JSON.stringify([owner, drafts.slice(0, MOST_DRAFTS)]))
}

/** Those of one user, the newest first; what they are worth is for the form to judge. */
export function draftsOf(userId: string | null): readonly Draft[] {
  const { owner, drafts } = read()
  return userId !== null && owner === userId ? drafts : []
}

/** As it was kept. `id`: of what it belongs to, as of the request that it answers. */
export const draftOf = (userId: string | null, id: string): unknown => draftsOf(userId).find(([own]) => own === id)?.[1]

/** Nothing is kept for a user who cannot be told from others. */
export function keepDraft(userId: string | null, id: string, draft: object): void {
  if (userId !== null) write(userId, [[id, draft], ...draftsOf(userId).filter(([own]) => own !== id)])
}

/** One that was sent, or is not wanted. */
export function forgetDraft(id: string): void {
  const { owner, drafts } = read()
  write(
    owner,
    drafts.filter(([own]) => own !== id),
  )
}

/** `userId`: whose drafts may stay. */
export function forgetDrafts(userId: string | null = null): void {
  if (userId === null || read().owner !== userId) tabStorage.removeItem(REQUEST_DRAFT_STORAGE)
}
