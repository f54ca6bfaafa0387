import { TOKEN_REFRESH_MS } from '#src/lib/constants.ts'
import { refreshToken } from '#src/api/user.ts'
import { CallError } from '#src/lib/call-error.ts'
import { dismissMessage, showMessage } from '#src/lib/messages.ts'
import { unusableAnswer } from '#src/lib/report-error.ts'
import { clockSet, portalState } from '#src/lib/store.ts'
import { decodeToken, expiryOf, readToken, storeToken, subjectOf, tokenEnded } from '#src/lib/token.ts'

// A refresh that failed is tried again after these pauses; it is the only call that repeats itself.
const PAUSES_MS = [5_000, 20_000, 60_000]
/** Timers stand still while a computer sleeps, so the clock on the wall is looked at as well. */
const LOOK_MS = 5_000
/** So long before a token ends that could not be refreshed, the person is told. */
const WARN_MS = 180_000
const HANGS_MS = 10_000

/** The upkeep of one session. Whatever belongs to a former one finds another in its place, and does nothing. */
interface Upkeep {
  look: ReturnType<typeof setInterval>
  next: ReturnType<typeof setTimeout>
  dueAt: number
  failures: number
  /** Since when a refresh is under way. */
  runningSince: number | null
  hasWarned: boolean
}

/** Whether both say whose they are, and it is not the same person: what is on the screen is not for who this one is of. */
export function isOfAnother(given: unknown, token: string | null): boolean {
  const [subject, former] = [subjectOf(given), subjectOf(token)]
  return subject !== undefined && former !== undefined && subject !== former
}

/** Keeps a token the server gave, and what its clock tells about ours. What cannot be read as a token is shown as a failure. */
export function acceptToken(given: unknown): void {
  const token = usable(given)
  if (token === null) throw unusableAnswer()
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

/** On this computer's clock, in milliseconds; 0 where there is none in the storage any more, or something else. */
function tokenEnd(): number {
  try {
    return expiryOf(decodeToken(readToken()), portalState().clockOffset)
  } catch {
    return 0
  }
}

/** Refreshes the token every 240 s until stopped; there is one timer, however often it is started. */
export function createTokenRefresh() {
  let upkeep: Upkeep | undefined

  function start(): void {
    stop()
    const mine: Upkeep = {
      look: setInterval(() => look(mine), LOOK_MS),
      next: setTimeout(() => void refresh(mine), TOKEN_REFRESH_MS),
      dueAt: Date.now() + TOKEN_REFRESH_MS,
      failures: 0,
      runningSince: null,
      hasWarned: false,
    }
    upkeep = mine
  }

  function stop(): void {
    clearInterval(upkeep?.look)
    clearTimeout(upkeep?.next)
    upkeep = undefined
  }

  /** The person or the network is back: what is overdue is done now, also where every pause was used up. */
  function wake(): void {
    if (!upkeep) return
    look(upkeep)
    if (upkeep && upkeep.failures > PAUSES_MS.length) void refresh(upkeep)
  }

  function look(mine: Upkeep): void {
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

  async function refresh(mine: Upkeep): Promise<void> {
    if (mine.runningSince !== null) return
    const startedAt = Date.now()
    mine.runningSince = startedAt
    clearTimeout(mine.next)
    let pause: number | undefined
    try {
      const token = usable(await refreshToken(mine.failures > 0))
      if (upkeep !== mine) return
      if (token === null) throw mine.failures > 0 ? new CallError(null) : unusableAnswer()
      if (isOfAnother(token, readToken())) return tokenEnded()
      storeToken(token)
      if (mine.hasWarned) dismissMessage('warning')
      Object.assign(mine, { failures: 0, hasWarned: false })
      // Counted from when it was asked for, so that a slow answer does not make the tokens older and older.
      pause = startedAt + TOKEN_REFRESH_MS - Date.now()
    } catch {
      // A 401 has ended the session by now, and with it this upkeep.
      if (upkeep !== mine) return
      pause = PAUSES_MS[mine.failures]
      mine.failures += 1
    }
    mine.runningSince = null
    mine.dueAt = pause === undefined ? Infinity : Date.now() + pause
    if (pause !== undefined) mine.next = setTimeout(() => void refresh(mine), pause)
  }

  return { start, stop, wake }
}
