import type { RegisteredRouter } from '@tanstack/react-router'
import { hasAnySignedOutSince, hasSignedOutSince } from '#src/session/other-tabs.ts'
import { type Session, portalState, usePortal } from '#src/lib/store.ts'
import { decodeToken, isExpired, readToken } from '#src/lib/token.ts'
import { newSecret, createKeys, encrypt } from './encryption.ts'
import { isTooOld, ownerHashOf, readStoredOwner, removeStoredOwner, writeStoredOwner } from './stored-owner.ts'
import { collectRecords } from './records.ts'
import { clearRecordStore, readEncryptedRecords, writeEncryptedRecords } from './record-store.ts'

const RENEW_MS = 300_000

/** Placeholder token while offline records are read; the server does not accept it. */
export const OFFLINE_TOKEN = 'offline'

/** Removes all offline records from the device. */
export async function removeOfflineRecords(): Promise<void> {
  removeStoredOwner()
  await clearRecordStore()
}

/** Starts keeping records. Must be called in a click handler, because the device verifies the user. Rejects without a suitable authenticator or if the user cancels. */
export async function startOfflineRecords(router: RegisteredRouter, name: string): Promise<void> {
  const { secret, ...made } = await newSecret(name)
  const keys = await createKeys(secret, made)
  const records = await collectRecords(router)
  const owner = records && (await ownerHashOf(records.session.userId))
  if (!owner) throw new Error('Nobody to keep records of')
  await writeEncryptedRecords({ keys, content: await encrypt(keys, JSON.stringify(records)) })
  writeStoredOwner({ owner, keptAt: records.keptAt })
}

async function renew(router: RegisteredRouter): Promise<void> {
  const stored = readStoredOwner()
  const previous = stored && (await readEncryptedRecords())
  if (!stored || !previous) return
  const records = await collectRecords(router)
  // The records were removed meanwhile, in this tab or another, or belong to another user.
  if (
    !records ||
    readStoredOwner()?.owner !== stored.owner ||
    (await ownerHashOf(records.session.userId)) !== stored.owner
  )
    return
  await writeEncryptedRecords({ ...previous, content: await encrypt(previous.keys, JSON.stringify(records)) })
  if (readStoredOwner()) writeStoredOwner({ ...stored, keptAt: records.keptAt })
  else await clearRecordStore()
}

const watched = new WeakSet<RegisteredRouter>()

/**
 * Updates the records while their owner is signed in. Removes them at sign-out, when the server ends the session early (a lock, a
 * changed password), when another user signs in, and when they are too old.
 */
export function watchOfflineRecords(router: RegisteredRouter): void {
  if (watched.has(router)) return
  watched.add(router)
  let { session } = portalState()
  let token = readToken()
  let { clockOffset } = portalState()
  let renewedAt = 0

  async function onSignedIn({ userId }: Session): Promise<void> {
    const stored = readStoredOwner()
    if (!stored || token === OFFLINE_TOKEN) return
    if (isTooOld(stored.keptAt) || stored.owner !== (await ownerHashOf(userId))) return await removeOfflineRecords()
    if (hasSignedOutSince(userId, stored.keptAt)) return await removeOfflineRecords()
    const now = Date.now()
    // Another tab may have updated the records, and the clock may have changed, hence the absolute difference.
    if (now - renewedAt < RENEW_MS || Math.abs(now - stored.keptAt) < RENEW_MS) return
    renewedAt = now
    await renew(router)
  }

  async function onSignedOut({ userId }: Session): Promise<void> {
    const stored = readStoredOwner()
    if (stored && (hasSignedOutSince(userId, stored.keptAt) || isStillValid(token, clockOffset)))
      await removeOfflineRecords()
  }

  const ignoreFailure = (work: Promise<void>) => void work.catch(() => {})
  usePortal.subscribe((state) => {
    const before = session
    session = state.session
    if (before && !state.session) ignoreFailure(onSignedOut(before))
    if (state.session) {
      token = readToken() ?? token
      clockOffset = state.clockOffset
      if (before?.userId !== state.session.userId) ignoreFailure(onSignedIn(state.session))
    }
  })
  router.subscribe('onResolved', () => {
    if (session) ignoreFailure(onSignedIn(session))
  })
  const stored = readStoredOwner()
  // A sign-out right after the start may precede the subscription above.
  const hasSignedOut = stored && !session && hasAnySignedOutSince(stored.keptAt)
  if (stored && (hasSignedOut || isTooOld(stored.keptAt))) ignoreFailure(removeOfflineRecords())
  else if (session) ignoreFailure(onSignedIn(session))
}

function isStillValid(token: string | null, clockOffset: number): boolean {
  try {
    return token !== null && !isExpired(decodeToken(token), clockOffset)
  } catch {
    return false
  }
}
