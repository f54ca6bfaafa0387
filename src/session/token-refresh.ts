import { TOKEN_REFRESH_MS } from '#src/lib/constants.ts'
import { refreshToken } from '#src/api/user.ts'
import { CallError } from '#src/lib/call-error.ts'
import { dismissMessage, showMessage } from '#src/lib/messages.ts'
import { malformedResponse } from '#src/lib/report-error.ts'
import { clockSet, portalState } from '#src/lib/store.ts'
import { decodeToken, expiryOf, readToken, storeToken, subjectOf, tokenEnded } from '#src/lib/token.ts'

// Pauses before a failed refresh is retried; no other call is retried.
const PAUSES_MS = [5_000, 20_000, 60_000]
/** Interval for comparing due times with the system clock, because timers pause while the computer sleeps. */
const CHECK_MS = 5_000
/** Time before the expiry of a token at which the user is warned, if refreshing has failed. */
const WARN_MS = 180_000
const HANGS_MS = 10_000

/** Timers and state of the refresh in one session. Callbacks of an earlier session find a different object and do nothing. */
interface RefreshSchedule {
  check: ReturnType<typeof setInterval>
  next: ReturnType<typeof setTimeout>
  dueAt: number
  failures: number
  /** Start of the pending refresh. */
  runningSince: number | null
  hasWarned: boolean
}

/** Whether both tokens name a user and the users differ. The screen then shows data that the new user must not see. */
export function isOfOtherUser(given: unknown, token: string | null): boolean {
  const [subject, former] = [subjectOf(given), subjectOf(token)]
  return subject !== undefined && former !== undefined && subject !== former
}

/** Stores a token of the server and the clock difference that it shows. Throws if the token cannot be decoded. */
export function acceptToken(given: unknown): void {
  const token = usable(given)
  if (token === null) throw malformedResponse()
  storeToken(token)
}

function usable(token: unknown): string | null {
  try {
    const { iat } = decodeToken(token)
    if (iat !== null) clockSet(iat * 1000 - Date.now())
    return typeof token === 'string' ? token : null
  } catch {
    return null
  }
}

/** Returns the expiry of the stored token in milliseconds on this computer's clock; 0 without a valid token. */
function tokenEnd(): number {
  try {
    return expiryOf(decodeToken(readToken()), portalState().clockOffset)
  } catch {
    return 0
  }
}

/** Refreshes the token every 240 s until stopped. Starting again replaces the timers. */
export function createTokenRefresh() {
  let schedule: RefreshSchedule | undefined

  function start(): void {
    stop()
    const mine: RefreshSchedule = {
      check: setInterval(() => check(mine), CHECK_MS),
      next: setTimeout(() => void refresh(mine), TOKEN_REFRESH_MS),
      dueAt: Date.now() + TOKEN_REFRESH_MS,
      failures: 0,
      runningSince: null,
      hasWarned: false,
    }
    schedule = mine
  }

  function stop(): void {
    clearInterval(schedule?.check)
    clearTimeout(schedule?.next)
    schedule = undefined
  }

  /** Refreshes an overdue token when the user or the network returns, even if all retries were used up. */
  function wake(): void {
    if (!schedule) return
    check(schedule)
    if (schedule && schedule.failures > PAUSES_MS.length) void refresh(schedule)
  }

  function check(mine: RefreshSchedule): void {
    const { dueAt, failures, runningSince, hasWarned } = mine
    const now = Date.now()
    const endsAt = tokenEnd()
    if (endsAt <= now) return tokenEnded()
    const isTroubled = failures > 0 || (runningSince !== null && now - runningSince > HANGS_MS)
    if (isTroubled && endsAt - now <= WARN_MS && !hasWarned) {
      mine.hasWarned = true
      showMessage('warning', 'auth.text.sessionEnds', { time: endsAt })
    }
    if (now >= dueAt) void refresh(mine)
  }

  async function refresh(mine: RefreshSchedule): Promise<void> {
    if (mine.runningSince !== null) return
    const startedAt = Date.now()
    mine.runningSince = startedAt
    clearTimeout(mine.next)
    let pause: number | undefined
    try {
      const token = usable(await refreshToken(mine.failures > 0))
      if (schedule !== mine) return
      if (token === null) throw mine.failures > 0 ? new CallError(null) : malformedResponse()
      if (isOfOtherUser(token, readToken())) return tokenEnded()
      storeToken(token)
      if (mine.hasWarned) dismissMessage('warning')
      Object.assign(mine, { failures: 0, hasWarned: false })
      // Counted from the start of the request, so that slow responses do not make tokens older each time.
      pause = startedAt + TOKEN_REFRESH_MS - Date.now()
    } catch {
      // A 401 has already ended the session and its refresh.
      if (schedule !== mine) return
      pause = PAUSES_MS[mine.failures]
      mine.failures += 1
    }
    mine.runningSince = null
    mine.dueAt = pause === undefined ? Infinity : Date.now() + pause
    if (pause !== undefined) mine.next = setTimeout(() => void refresh(mine), pause)
  }

  return { start, stop, wake }
}
