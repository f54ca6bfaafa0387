import { paths } from '#contract/paths.ts'
import { TOKEN_REFRESH_MS } from '#src/lib/constants.ts'
import { api } from '#src/lib/http.ts'
import { clockSet } from '#src/lib/store.ts'
import { decodeToken, storeToken } from '#src/lib/token.ts'

// A refresh that failed is tried again after these pauses; it is the only call that repeats itself.
const PAUSES_MS = [5_000, 20_000, 60_000]

let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps a token the server gave, and what its clock tells about ours. Throws 'Invalid token specified'. */
export function acceptToken(token: unknown): void {
  const { iat } = decodeToken(token)
  if (iat !== null) clockSet(iat * 1000 - Date.now())
  storeToken(token as string)
}

async function refresh(failures: number): Promise<void> {
  const mine = timer
  let pause: number | undefined = TOKEN_REFRESH_MS
  let failed = 0
  try {
    const { token } = await api.get<{ token: unknown }>(paths.refresh)
    if (timer !== mine) return
    acceptToken(token)
  } catch {
    // A 401 has ended the session by now, and with it this timer.
    pause = PAUSES_MS[failures]
    failed = failures + 1
  }
  if (timer === mine && pause !== undefined) schedule(pause, failed)
}

function schedule(delay: number, failures = 0): void {
  clearTimeout(timer)
  timer = setTimeout(() => void refresh(failures), delay)
}

/** Refreshes the token every 240 s until stopped; there is one timer, however often this is called. */
export function startRefreshing(): void {
  schedule(TOKEN_REFRESH_MS)
}

export function stopRefreshing(): void {
  clearTimeout(timer)
  timer = undefined
}
