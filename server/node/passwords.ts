import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createSemaphore } from '#server/http/semaphore.ts'
import type { Passwords, QueueState } from '#server/ports.ts'

// OWASP's minimum for argon2id; takes about 36 ms.
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
/** Many times the duration of a full queue. */
const WAIT_MS = 10_000
const HASH_BYTES = 32
const SALT_BYTES = 16
const ENCODED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

type Cost = typeof COST

const argon = promisify((parameters: Argon2Parameters, done: (error: Error | null, hash: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const derive = (password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> =>
  argon({ message: password.normalize('NFC'), nonce: salt, tagLength, ...cost })

/** Hashes with Argon2id on the thread pool, behind a semaphore with a bounded queue. */
export function createPasswords({ waiting = 32 } = {}): Passwords & { state(): QueueState } {
  // Leaves one of the pool's four threads for signatures and file system calls.
  const concurrency = Math.min(availableParallelism(), 3)
  const limited = createSemaphore(concurrency, { maxWaiting: waiting, waitMs: WAIT_MS })
  const dummy = { salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES), cost: COST }

  return {
    atOnce: concurrency + waiting,
    state: limited.state,

    hash: (password) =>
      limited(async () => {
        const salt = randomBytes(SALT_BYTES)
        const hash = await derive(password, salt, COST, HASH_BYTES)
        const { memory, passes, parallelism } = COST
        return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
      }),

    verify: (password, encoded) =>
      limited(async () => {
        const { salt, hash, cost } = encoded === null ? dummy : decode(encoded)
        const isEqual = timingSafeEqual(await derive(password, salt, cost, hash.length), hash)
        return isEqual && encoded !== null
      }),
  }
}

function decode(encoded: string): { salt: Buffer; hash: Buffer; cost: Cost } {
  const [, memory, passes, parallelism, salt, hash] = ENCODED.exec(encoded) ?? []
  if (!salt || !hash) throw new Error('A password hash of an unknown kind')
  return {
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  }
}
