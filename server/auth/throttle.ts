import type { Bindings, Call, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { deriveKey, sign } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type Attempts, type Counter, type Rule, createAttempts } from './attempts.ts'

const HOUR_MS = 3_600_000

type Kind = 'account' | 'device' | 'address' | 'session' | 'forgot-mail' | 'forgot-address'

/** What is tried: by whom it is counted, and which of these counters begins anew once it was right. */
interface Trial {
  counters: Partial<Record<Kind, Counter>>
  cleared: Kind
}

// Hono leaves out what its host does not give.
const clientAddressOf = (c: Call) => (c.env as Bindings | undefined)?.clientAddress

/** Slows down who guesses, and who asks too often. */
export interface Throttle {
  /**
   * Signing in, where `check` answers undefined for a wrong password. Counted by the device alone where it is one of that user:
   * an attack on the account, or from the same address, must not keep its owner out.
   */
  signIn<T>(
    c: Call,
    who: { username: string; device: string | undefined },
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined>
  /** The current password, typed by somebody who is signed in. Failures at the login do not count here. */
  currentPassword<T>(c: Call, check: () => Promise<T | undefined>): Promise<T | undefined>
  /** Within the transaction of what has made the failures of an account void. */
  clearAccount(trx: DatabaseTransaction, username: string): Promise<void>
  /** Ends the call where too many have come from the same address. */
  forgot(c: Call): Promise<void>
  /** Whether one more mail may go to that address. */
  mayMail(email: string): Promise<boolean>
}

export function createThrottle(services: Services): Throttle {
  const { secret, log, settings } = services
  const { limits } = settings
  const attempts = createAttempts(services)
  const key = deriveKey(secret, 'attempts')

  const guesses = (limit: number): Rule => ({
    limit,
    windowMs: limits.loginWindowMs,
    delayMs: limits.loginDelayMs,
    longestDelayMs: limits.loginLongestDelayMs,
    // Twice the window, or somebody who waits to be forgotten would have more guesses than somebody who does not.
    memoryMs: 2 * limits.loginWindowMs,
  })
  const perHour = (limit: number): Rule => {
    return { limit, windowMs: HOUR_MS, delayMs: HOUR_MS, longestDelayMs: HOUR_MS, memoryMs: 0 }
  }
  const RULES: Record<Kind, Rule> = {
    account: guesses(limits.loginFailures),
    device: guesses(limits.loginFailures),
    session: guesses(limits.loginFailures),
    address: guesses(limits.loginAddressFailures),
    'forgot-mail': perHour(limits.forgotPerMail),
    'forgot-address': perHour(limits.forgotPerAddress),
  }
  const keyOf = async (kind: Kind, whose: string) => await sign(await key, `${kind} ${whose}`)
  const counterOf = async (kind: Kind, whose: string) => ({ key: await keyOf(kind, whose), rule: RULES[kind] })

  async function guarded<T>(c: Call, { counters, cleared }: Trial, check: () => Promise<T | undefined>) {
    const reserved = await attempts.reserve(Object.values(counters))
    let right: T | undefined
    try {
      right = await check()
    } catch (error) {
      // No verdict. Where the database is gone, so is this; what went wrong first is told.
      await attempts.giveBack(reserved).catch(() => {})
      throw error
    }
    if (right === undefined) logDelays(c, counters, reserved)
    else await attempts.giveBack(reserved, { clearing: counters[cleared]?.key })
    return right
  }

  function logDelays(c: Call, counters: Trial['counters'], reserved: Awaited<ReturnType<Attempts['reserve']>>) {
    for (const [kind, counter] of Object.entries(counters)) {
      const delay = reserved.find((each) => each.key === counter.key)?.delay
      if (!delay) continue
      log('warn', 'sign-in-delayed', { id: c.get('requestId'), by: kind, hash: counter.key, seconds: delay.ms / 1000 })
    }
  }

  return {
    async signIn(c, { username, device }, check) {
      if (device !== undefined) {
        const counters = { device: await counterOf('device', `${device} ${username}`) }
        return await guarded(c, { counters, cleared: 'device' }, check)
      }
      const address = clientAddressOf(c)
      const counters = {
        account: await counterOf('account', username),
        ...(address !== undefined && { address: await counterOf('address', address) }),
      }
      return await guarded(c, { counters, cleared: 'account' }, check)
    },

    async currentPassword(c, check) {
      const counters = { session: await counterOf('session', c.get('identity').sessionId) }
      return await guarded(c, { counters, cleared: 'session' }, check)
    },

    async clearAccount(trx, username) {
      await attempts.clear(trx, await keyOf('account', username))
    },

    async forgot(c) {
      const clientAddress = clientAddressOf(c)
      if (clientAddress !== undefined) await attempts.reserve([await counterOf('forgot-address', clientAddress)])
    },

    async mayMail(email) {
      try {
        await attempts.reserve([await counterOf('forgot-mail', email)])
        return true
      } catch (error) {
        if (error instanceof ProblemError) return false
        throw error
      }
    },
  }
}
