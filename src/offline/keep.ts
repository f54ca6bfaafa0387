import type { RegisteredRouter } from '@tanstack/react-router'
import { hasAnySignedOutSince, hasSignedOutSince } from '#src/session/other-tabs.ts'
import { type Session, portalState, usePortal } from '#src/lib/store.ts'
import { decodeToken, isExpired, readToken } from '#src/lib/token.ts'
import { newSecret, makeLock, seal } from './seal.ts'
import { isTooOld, ownerOf, readMark, removeMark, writeMark } from './mark.ts'
import { collect } from './records.ts'
import { emptyVault, readKept, writeKept } from './vault.ts'

const RENEW_MS = 300_000

/** A token that is no token: whoever reads what was kept is nobody to the server. */
export const OFFLINE_TOKEN = 'offline'

/** Takes all of it from the device. */
export async function forgetKept(): Promise<void> {
  removeMark()
  await emptyVault()
}

/** From a press on a button, for the device asks its user. Rejects where it cannot, or the user would rather not. */
export async function turnOn(router: RegisteredRouter, name: string): Promise<void> {
  const { secret, ...made } = await newSecret(name)
  const lock = await makeLock(secret, made)
  const records = await collect(router)
  const owner = records && (await ownerOf(records.session.userId))
  if (!owner) throw new Error('Nobody to keep records of')
  await writeKept({ lock, sealed: await seal(lock, JSON.stringify(records)) })
  writeMark({ owner, keptAt: records.keptAt })
}

async function renew(router: RegisteredRouter): Promise<void> {
  const mark = readMark()
  const kept = mark && (await readKept())
  if (!mark || !kept) return
  const records = await collect(router)
  // Taken away meanwhile, in this tab or another, or of somebody else.
  if (!records || readMark()?.owner !== mark.owner || (await ownerOf(records.session.userId)) !== mark.owner) return
  await writeKept({ ...kept, sealed: await seal(kept.lock, JSON.stringify(records)) })
  if (readMark()) writeMark({ ...mark, keptAt: records.keptAt })
  else await emptyVault()
}

const watched = new WeakSet<RegisteredRouter>()

/**
 * Keeps the records up to date while their owner is signed in, and takes them away with a sign-out, with a session that was ended
 * by the server before its time (a lock, a changed password), with another person, and when they are old.
 */
export function watchKept(router: RegisteredRouter): void {
  if (watched.has(router)) return
  watched.add(router)
  let { session } = portalState()
  let token = readToken()
  let { clockOffset } = portalState()
  let renewedAt = 0

  async function arrived({ userId }: Session): Promise<void> {
    const mark = readMark()
    if (!mark || token === OFFLINE_TOKEN) return
    if (isTooOld(mark.keptAt) || mark.owner !== (await ownerOf(userId))) return await forgetKept()
    if (hasSignedOutSince(userId, mark.keptAt)) return await forgetKept()
    const now = Date.now()
    // The records may be of another tab, or of another time of this clock.
    if (now - renewedAt < RENEW_MS || Math.abs(now - mark.keptAt) < RENEW_MS) return
    renewedAt = now
    await renew(router)
  }

  async function left({ userId }: Session): Promise<void> {
    const mark = readMark()
    if (mark && (hasSignedOutSince(userId, mark.keptAt) || isGoodStill(token, clockOffset))) await forgetKept()
  }

  const ignoreFailure = (work: Promise<void>) => void work.catch(() => {})
  usePortal.subscribe((state) => {
    const before = session
    session = state.session
    if (before && !state.session) ignoreFailure(left(before))
    if (state.session) {
      token = readToken() ?? token
      clockOffset = state.clockOffset
      if (before?.userId !== state.session.userId) ignoreFailure(arrived(state.session))
    }
  })
  router.subscribe('onResolved', () => {
    if (session) ignoreFailure(arrived(session))
  })
  const mark = readMark()
  // Who signed out as soon as the portal was there did so before it was watched.
  const wasLeft = mark && !session && hasAnySignedOutSince(mark.keptAt)
  if (mark && (wasLeft || isTooOld(mark.keptAt))) ignoreFailure(forgetKept())
  else if (session) ignoreFailure(arrived(session))
}

function isGoodStill(token: string | null, clockOffset: number): boolean {
  try {
    return token !== null && !isExpired(decodeToken(token), clockOffset)
  } catch {
    return false
  }
}
