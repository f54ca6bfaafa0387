import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import type { Call, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { clientAddressOf } from '#server/http/client-address.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type AttemptKind, createAttemptKeys } from './attempt-key.ts'
import { type Attempts, type Counter, type Rule, createAttempts } from './attempts.ts'

/** The counters of an attempt, and those that a success resets. */
interface Trial {
  counters: Partial<Record<AttemptKind, Counter>>
  cleared: AttemptKind[]
}

/** Rate limits with exponential back-off: password guessing and reset mails. */
export interface Throttle {
  /**
   * Logging in; `check` answers undefined for a wrong password. A known device is counted on its own, so that an attack on the
   * account or from the same IP address does not lock its user out.
   */
  signIn<T>(
    c: Call,
    who: { username: string; device: string | undefined },
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined>
  /**
   * The code after a password; counted per account, on every device. A stranger cannot lock an account this way, because a code is
   * only accepted after the right password. A success does not reset the day's count: otherwise each sign-in of the owner would give
   * an intruder who knows the password as many guesses again.
   */
  code<T>(
    c: Call,
    who: { accountId: string; device: string | undefined },
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined>
  /** Signing in by a passkey; counted per key, whose id cannot be guessed, and per IP address. */
  passkey<T>(c: Call, credentialId: string, check: () => Promise<T | undefined>): Promise<T | undefined>
  /** Checking the current password; counted per session, apart from logins. */
  currentPassword<T>(c: Call, check: () => Promise<T | undefined>): Promise<T | undefined>
  /** A new proof of identity; a password is counted as the current password is, a code as when signing in. */
  proof<T>(c: Call, proof: FactorProof, check: () => Promise<T | undefined>): Promise<T | undefined>
  /** Resets an account's counter, within the transaction of a password reset. */
  clearAccount(trx: DatabaseTransaction, username: string): Promise<void>
  /** Throws `rate-limited` after too many requests from one IP address. */
  forgot(c: Call): Promise<void>
  /** Throws `rate-limited` after too many new passwords for one account, each of which is hashed. */
  reset(accountId: string): Promise<void>
  /** The code of a letter; counted per IP address. */
  letter<T>(c: Call, check: () => Promise<T | undefined>): Promise<T | undefined>
  /** Throws `rate-limited` after too many mails for one letter. */
  letterMail(clientId: string): Promise<void>
  /** Whether another mail may be sent to the address. */
  mayMail(email: string): Promise<boolean>
}

export function createThrottle(services: Services): Throttle {
  const { log, settings } = services
  const { limits } = settings
  const attempts = createAttempts(services)
  const keyOf = createAttemptKeys(services)

  const guesses = (limit: number): Rule => ({
    limit,
    windowMs: limits.loginWindowMs,
    delayMs: limits.loginDelayMs,
    longestDelayMs: limits.loginLongestDelayMs,
    // Twice the window, or waiting for the reset would allow more guesses than going on.
    memoryMs: 2 * limits.loginWindowMs,
  })
  const perHour = (limit: number): Rule => {
    return { limit, windowMs: HOUR_MS, delayMs: HOUR_MS, longestDelayMs: HOUR_MS, memoryMs: 0 }
  }
  const RULES: Record<AttemptKind, Rule> = {
    account: guesses(limits.loginFailures),
    code: { ...perHour(limits.codesPerHour), slides: true },
    'code-day': {
      limit: limits.codesPerDay,
      windowMs: DAY_MS,
      delayMs: DAY_MS,
      longestDelayMs: DAY_MS,
      memoryMs: 0,
    },
    passkey: guesses(limits.loginFailures),
    device: guesses(limits.loginFailures),
    session: guesses(limits.loginFailures),
    address: guesses(limits.loginAddressFailures),
    'forgot-mail': perHour(limits.forgotPerMail),
    'forgot-address': perHour(limits.forgotPerAddress),
    reset: perHour(limits.resetPerAccount),
    letter: guesses(limits.loginAddressFailures),
    'letter-mail': perHour(limits.forgotPerMail),
  }
  const counterOf = async (kind: AttemptKind, whose: string) => ({ key: await keyOf(kind, whose), rule: RULES[kind] })

  async function signInTrial(
    c: Call,
    { username, device }: { username: string; device: string | undefined },
  ): Promise<Trial> {
    if (device !== undefined) {
      return { counters: { device: await counterOf('device', `${device} ${username}`) }, cleared: ['device'] }
    }
    return {
      counters: { account: await counterOf('account', username), ...(await ofAddress(c)) },
      cleared: ['account'],
    }
  }

  const ofCodes = async (accountId: string): Promise<Trial['counters']> => ({
    code: await counterOf('code', accountId),
    'code-day': await counterOf('code-day', accountId),
  })

  const ofSession = async (c: Call): Promise<Trial['counters']> => ({
    session: await counterOf('session', c.get('identity').sessionId),
  })

  async function ofAddress(c: Call): Promise<Trial['counters']> {
    const address = clientAddressOf(c)
    return { ...(address !== undefined && { address: await counterOf('address', address) }) }
  }

  async function guarded<T>(c: Call, { counters, cleared }: Trial, check: () => Promise<T | undefined>) {
    const reserved = await attempts.reserve(Object.values(counters))
    let right: T | undefined
    try {
      right = await check()
    } catch (error) {
      // The check threw, so it does not count; a failure of the release must not hide that error.
      await attempts.giveBack(reserved).catch(() => {})
      throw error
    }
    if (right === undefined) logDelays(c, counters, reserved)
    else await attempts.giveBack(reserved, { clearing: cleared.flatMap((kind) => counters[kind]?.key ?? []) })
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
    signIn: async (c, who, check) => await guarded(c, await signInTrial(c, who), check),

    async code(c, { accountId, device }, check) {
      const counters = { ...(await ofCodes(accountId)), ...(device === undefined && (await ofAddress(c))) }
      return await guarded(c, { counters, cleared: ['code'] }, check)
    },

    async passkey(c, credentialId, check) {
      const counters = { passkey: await counterOf('passkey', credentialId), ...(await ofAddress(c)) }
      return await guarded(c, { counters, cleared: ['passkey'] }, check)
    },

    currentPassword: async (c, check) =>
      await guarded(c, { counters: await ofSession(c), cleared: ['session'] }, check),

    async proof(c, { code }, check) {
      const counters = {
        ...(await ofSession(c)),
        ...(code !== undefined && (await ofCodes(c.get('identity').accountId))),
      }
      return await guarded(c, { counters, cleared: ['session', 'code'] }, check)
    },

    async clearAccount(trx, username) {
      await attempts.clear(trx, await keyOf('account', username))
    },

    async forgot(c) {
      const clientAddress = clientAddressOf(c)
      if (clientAddress !== undefined) await attempts.reserve([await counterOf('forgot-address', clientAddress)])
    },

    async reset(accountId) {
      await attempts.reserve([await counterOf('reset', accountId)])
    },

    async letter(c, check) {
      const address = clientAddressOf(c)
      const counters = address === undefined ? {} : { letter: await counterOf('letter', address) }
      return await guarded(c, { counters, cleared: [] }, check)
    },

    async letterMail(clientId) {
      await attempts.reserve([await counterOf('letter-mail', clientId)])
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
