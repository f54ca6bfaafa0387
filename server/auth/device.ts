import { DAY_MS } from '#contract/dates.ts'
import { setCookie } from 'hono/cookie'
import * as paths from '#contract/paths.ts'
import type { Call } from '#server/context.ts'
import { createKeyring, keyOf, randomText, type Secrets, sign } from '#server/http/keys.ts'

export const DEVICE_COOKIE = 'PORTAL-DEVICE'

const DAYS = 180
/** Maximum users in a device cookie, because people share a browser at a counter or at home. */
const MAX_USERS = 5

/**
 * Device cookies as OWASP describes them. A browser with an earlier login has its own rate limit, so that an
 * attacker cannot lock its user out. The cookie is no authentication factor.
 * The cookie has an entry per user, `random.day.signature`; only the signature covers the user name.
 */
export function createDevices(secrets: Secrets, https: boolean) {
  const { clock } = secrets
  const keyring = createKeyring(secrets, 'device cookie')
  const today = () => Math.floor(clock().getTime() / DAY_MS)

  const entryOf = async (c: Call, username: string) => {
    for (const entry of entriesOf(c)) {
      const [random = '', day = '', signature = ''] = entry.split('.')
      const device = `${random}.${day}`
      const age = today() - Number(day)
      if (age < DAYS && (await keyOf(keyring, signature, `${device}.${username}`))) return { entry, device }
    }
    return undefined
  }

  return {
    /** The user's device id in this browser's cookie; undefined if there is none. */
    async of(c: Call, username: string): Promise<string | undefined> {
      return (await entryOf(c, username))?.device
    },

    /** Sets the cookie. Call only after a complete sign-in: a link in an e-mail proves no second factor. */
    async remember(c: Call, username: string): Promise<void> {
      const former = (await entryOf(c, username))?.entry
      const others = entriesOf(c).filter((entry) => entry !== former)
      const device = `${randomText(16)}.${today()}`
      const { key } = await keyring.current()
      const entry = `${device}.${await sign(key, `${device}.${username}`)}`
      setCookie(c, DEVICE_COOKIE, [entry, ...others].slice(0, MAX_USERS).join('~'), {
        path: `/api/${paths.authenticate}`,
        httpOnly: true,
        sameSite: 'Strict',
        secure: https,
        maxAge: DAYS * (DAY_MS / 1000),
      })
    },
  }
}

const WELL_FORMED = /^[\w-]{22}\.\d{1,6}\.[\w-]{43}$/

// A sibling host may have planted a cookie of the same name (cookie tossing). A bounded number of entries is
// therefore checked.
function entriesOf(c: Call): string[] {
  return (c.req.header('cookie') ?? '')
    .split(';', 100)
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${DEVICE_COOKIE}=`))
    .flatMap((pair) => pair.slice(DEVICE_COOKIE.length + 1).split('~', MAX_USERS))
    .filter((entry) => WELL_FORMED.test(entry))
    .slice(0, 3 * MAX_USERS)
}
