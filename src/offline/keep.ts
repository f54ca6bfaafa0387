import type { RegisteredRouter } from '@tanstack/react-router'
import { hasAnySignedOutSince, hasSignedOutSince } from '#src/session/other-tabs.ts'
import { type Session, portalState, usePortal } from '#src/lib/store.ts'
import { decodeToken, isExpired, readToken } from '#src/lib/token.ts'
import { newSecret, makeLock, seal } from './seal.ts'
import { isTooOld, ownerOf, readMark, removeMark, writeMark } from './mark.ts'
import { collect } from './records.ts'
import { emptyVault, readKept, writeKept } from './vault.ts'

const RENEW_MS = 300_000

/** Placeholder token while offline records are read; the server does not accept it. */
export const OFFLINE_TOKEN = 'offline'

/** Removes all offline records from the device. */
export async function forgetKept(): Promise<void> {
  removeMark()
  await emptyVault()
}

/** Starts keeping records. Must be called in a click handler, because the device verifies the user. Rejects without a suitable authenticator or if the user cancels. */
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
  // The records were removed meanwhile, in this tab or another, or belong to another user.
  if (!records || readMark()?.owner !== mark.owner || (await ownerOf(records.session.userId)) !== mark.owner) return
  await writeKept({ ...kept, sealed: await seal(kept.lock, JSON.stringify(records)) })
  if (readMark()) writeMark({ ...mark, keptAt: records.keptAt })
  else await emptyVault()
}

const watched = new WeakSet<RegisteredRouter>()

/**
 * Updates the records while their owner is signed in. Removes them at sign-out, when the server ends the session early (a lock, a
 * changed password), when another user signs in, and when they are too old.
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
    // Another tab may have updated the records, and the clock may have changed, hence the absolute difference.
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
  // A sign-out right after the start may precede the subscription above.
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
