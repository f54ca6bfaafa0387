import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import type { Call, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { clientAddressOf } from '#server/http/client-address.ts'
import { ProblemError } from '#server/http/problem.ts'
import {
  type AttemptKind,
  type Attempts,
  type Counter,
  createAttemptKeys,
  createAttempts,
  type Rule,
} from './attempts.ts'

/** Counters of an attempt, and the kinds that a success resets. */
interface Trial {
  counters: Partial<Record<AttemptKind, Counter>>
  cleared: AttemptKind[]
}

/** Returns the checked value, or undefined if the credential is wrong. */
type Check<T> = () => Promise<T | undefined>

function rulesOf(limits: Services['settings']['limits']): Record<AttemptKind, Rule> {
  const guesses = (limit: number): Rule => ({
    limit,
    windowMs: limits.loginWindowMs,
    delayMs: limits.loginDelayMs,
    maxDelayMs: limits.loginLongestDelayMs,
    // Twice the window; otherwise waiting for the reset would allow more guesses than continuing.
    memoryMs: 2 * limits.loginWindowMs,
  })
  const per = (ms: number, limit: number): Rule => {
    return { limit, windowMs: ms, delayMs: ms, maxDelayMs: ms, memoryMs: 0 }
  }
  return {
    account: guesses(limits.loginFailures),
    code: { ...per(HOUR_MS, limits.codesPerHour), slides: true },
    'code-day': per(DAY_MS, limits.codesPerDay),
    passkey: guesses(limits.loginFailures),
    device: guesses(limits.loginFailures),
    session: guesses(limits.loginFailures),
    address: guesses(limits.loginAddressFailures),
    'forgot-mail': per(HOUR_MS, limits.forgotPerMail),
    'forgot-address': per(HOUR_MS, limits.forgotPerAddress),
    reset: per(HOUR_MS, limits.resetPerAccount),
    letter: guesses(limits.loginAddressFailures),
    'letter-mail': per(HOUR_MS, limits.forgotPerMail),
  }
}

export type Throttle = ReturnType<typeof createThrottle>

/** Rate limits with exponential back-off for guessed credentials and reset mails. */
export function createThrottle(services: Services) {
  const attempts = createAttempts(services)
  const keyOf = createAttemptKeys(services)
  const rules = rulesOf(services.settings.limits)
  const counterOf = async (kind: AttemptKind, subject: string) => ({
    key: await keyOf(kind, subject),
    rule: rules[kind],
  })
  const count = async (kind: AttemptKind, subject: string) =>
    void (await attempts.reserve([await counterOf(kind, subject)]))
  const guarded = createGuard(services, attempts)

  const ofCodes = async (accountId: string): Promise<Trial['counters']> => ({
    code: await counterOf('code', accountId),
    'code-day': await counterOf('code-day', accountId),
  })
  const ofSession = async (c: Call): Promise<Trial['counters']> => ({
    session: await counterOf('session', c.get('identity').sessionId),
  })
  async function ofAddress(c: Call, kind: 'address' | 'letter' = 'address'): Promise<Trial['counters']> {
    const address = clientAddressOf(c)
    return address === undefined ? {} : { [kind]: await counterOf(kind, address) }
  }

  return {
    /**
     * Limits sign-in by password; `check` returns undefined for a wrong password.
     * A known device has a separate counter. An attack on the account or from the same IP address does not lock out
     * its user.
     */
    async signIn<T>(
      c: Call,
      { username, device }: { username: string; device: string | undefined },
      check: Check<T>,
    ): Promise<T | undefined> {
      const counters =
        device === undefined
          ? { account: await counterOf('account', username), ...(await ofAddress(c)) }
          : { device: await counterOf('device', `${device} ${username}`) }
      return await guarded(c, { counters, cleared: [device === undefined ? 'account' : 'device'] }, check)
    },

    /**
     * Limits codes after a password, per account on all devices. A stranger cannot lock an account this way,
     * because a code is only accepted after the right password.
     * A success does not reset the count of the day. Otherwise each sign-in of the owner would give an intruder
     * with the password more guesses.
     */
    async code<T>(
      c: Call,
      { accountId, device }: { accountId: string; device: string | undefined },
      check: Check<T>,
    ): Promise<T | undefined> {
      const counters = { ...(await ofCodes(accountId)), ...(device === undefined && (await ofAddress(c))) }
      return await guarded(c, { counters, cleared: ['code'] }, check)
    },

    /** Limits sign-in by passkey, per IP address and per key, whose id cannot be guessed. */
    async passkey<T>(c: Call, credentialId: string, check: Check<T>): Promise<T | undefined> {
      const counters = { passkey: await counterOf('passkey', credentialId), ...(await ofAddress(c)) }
      return await guarded(c, { counters, cleared: ['passkey'] }, check)
    },

    /** Limits wrong answers of an issuer and wrong codes after them, per IP address. */
    async oidc<T>(c: Call, check: Check<T>): Promise<T | undefined> {
      return await guarded(c, { counters: await ofAddress(c), cleared: [] }, check)
    },

    /** Limits checks of the current password, per session and apart from sign-ins. */
    async currentPassword<T>(c: Call, check: Check<T>): Promise<T | undefined> {
      return await guarded(c, { counters: await ofSession(c), cleared: ['session'] }, check)
    },

    /** Limits new proofs of identity. A password counts like the current password, a code like a code at sign-in. */
    async proof<T>(c: Call, { code }: FactorProof, check: Check<T>): Promise<T | undefined> {
      const codes = code === undefined ? {} : await ofCodes(c.get('identity').accountId)
      return await guarded(c, { counters: { ...(await ofSession(c)), ...codes }, cleared: ['session', 'code'] }, check)
    },

    /** Resets an account's counter within the transaction of a password reset. */
    async clearAccount(trx: DatabaseTransaction, username: string): Promise<void> {
      await attempts.clear(trx, await keyOf('account', username))
    },

    /** Throws `rate-limited` after too many requests from one IP address. */
    async forgot(c: Call): Promise<void> {
      const clientAddress = clientAddressOf(c)
      if (clientAddress !== undefined) await count('forgot-address', clientAddress)
    },

    /** Throws `rate-limited` after too many new passwords for one account, because each new password is hashed. */
    reset: (accountId: string): Promise<void> => count('reset', accountId),

    /** Limits codes of postal invitations, per IP address. */
    async letter<T>(c: Call, check: Check<T>): Promise<T | undefined> {
      return await guarded(c, { counters: await ofAddress(c, 'letter'), cleared: [] }, check)
    },

    /** Throws `rate-limited` after too many mails for one postal invitation. */
    letterMail: (clientId: string): Promise<void> => count('letter-mail', clientId),

    /** Returns whether another mail may be sent to the e-mail address. */
    async mayMail(email: string): Promise<boolean> {
      try {
        await count('forgot-mail', email)
        return true
      } catch (error) {
        if (error instanceof ProblemError) return false
        throw error
      }
    },
  }
}

/** Counts an attempt before its check, and undoes the count if the check succeeds. */
function createGuard({ log }: Pick<Services, 'log'>, attempts: Attempts) {
  function logDelays(c: Call, counters: Trial['counters'], reserved: Awaited<ReturnType<Attempts['reserve']>>) {
    for (const [kind, counter] of Object.entries(counters)) {
      const delay = reserved.find((each) => each.key === counter.key)?.delay
      if (!delay) continue
      log('warn', 'sign-in-delayed', { id: c.get('requestId'), by: kind, hash: counter.key, seconds: delay.ms / 1000 })
    }
  }

  return async <T>(c: Call, { counters, cleared }: Trial, check: Check<T>): Promise<T | undefined> => {
    const reserved = await attempts.reserve(Object.values(counters))
    let right: T | undefined
    try {
      right = await check()
    } catch (error) {
      // The check threw, so the attempt does not count. A failed release must not hide the original error.
      await attempts.giveBack(reserved).catch(() => {})
      throw error
    }
    if (right === undefined) logDelays(c, counters, reserved)
    else await attempts.giveBack(reserved, { clearing: cleared.flatMap((kind) => counters[kind]?.key ?? []) })
    return right
  }
}
