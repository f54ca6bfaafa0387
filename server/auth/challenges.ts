import { decode, encode } from 'jose/base64url'
import { createKeyring, keyOf, randomText, type Secrets, sha256, sign } from '#server/http/keys.ts'
import { sql } from 'kysely'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'

const CHALLENGE_SECONDS = 300
const WELL_FORMED = /^[\w-]{22}\.\d{1,12}\.[\w-]{43}$/

export type Challenges = ReturnType<typeof createChallenges>

/**
 * Creates challenges for authenticators. A challenge is signed rather than stored, so that requesting a challenge
 * writes nothing. The caller that accepts a challenge marks the challenge as used.
 */
export function createChallenges(secrets: Secrets) {
  const { clock } = secrets
  const keyring = createKeyring(secrets, 'passkey challenge')

  return {
    /** Returns a challenge in base64url. Only the signature covers the purpose. */
    async issue(purpose: string): Promise<string> {
      const expires = Math.floor(clock().getTime() / 1000) + CHALLENGE_SECONDS
      const text = `${randomText(16)}.${expires}`
      const { key } = await keyring.current()
      return encode(`${text}.${await sign(key, `${text}.${purpose}`)}`)
    },

    /** Returns undefined for an expired challenge, and for a challenge with another purpose. */
    async check(challenge: string, purpose: string): Promise<SingleUse | undefined> {
      const issued = decoded(challenge)
      if (!WELL_FORMED.test(issued)) return undefined
      const [random = '', expires = '', signature = ''] = issued.split('.')
      const expiresAt = new Date(Number(expires) * 1000)
      if (expiresAt <= clock()) return undefined
      if (!(await keyOf(keyring, signature, `${random}.${expires}.${purpose}`))) return undefined
      return { hash: await sha256(issued), expiresAt }
    },
  }
}

function decoded(challenge: string): string {
  try {
    return new TextDecoder().decode(decode(challenge))
  } catch {
    return ''
  }
}

/** A single-use token: its SHA-256 and its expiry. */
export interface SingleUse {
  hash: string
  expiresAt: Date
}

export async function isFirstUse(trx: DatabaseTransaction, { hash, expiresAt }: SingleUse): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_token')
    .values({ hash, expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteExpiredUses(batching: Batching, now: Date): Promise<void> {
  await deleteInBatches(batching, { table: 'used_token', key: 'hash', where: sql`expires_at < ${now.toISOString()}` })
}
