import { setCookie } from 'hono/cookie'
import { paths } from '#contract/paths.ts'
import type { Call } from '#server/context.ts'
import { deriveKey, isEqual, randomText, sign } from '#server/http/keys.ts'
import type { Clock } from '#server/ports.ts'

export const DEVICE_COOKIE = 'PORTAL-DEVICE'

const DAY_MS = 86_400_000
const DAYS = 180
/** People share a browser, at a counter or at home. */
const KEPT = 5

/**
 * The device cookies of OWASP: a browser in which somebody has signed in before is told from those of people who guess, so
 * that their guesses do not keep its owner out. It lets nobody in.
 */
export interface Devices {
  /** Which device this is to that user; undefined where it is none. */
  of(c: Call, username: string): Promise<string | undefined>
  /** Makes the browser that gets this answer a device of that user. */
  remember(c: Call, username: string): Promise<void>
}

/** One entry for each user, `random.day.signature`; the signature alone knows whose it is. */
export function createDevices(services: { secret: Uint8Array; clock: Clock; https: boolean }): Devices {
  const { secret, clock, https } = services
  const key = deriveKey(secret, 'device cookie')
  const today = () => Math.floor(clock().getTime() / DAY_MS)
  const signed = async (device: string, username: string) =>
    `${device}.${await sign(await key, `${device}.${username}`)}`

  const entryOf = async (c: Call, username: string) => {
    for (const entry of entriesOf(c)) {
      const [random = '', day = ''] = entry.split('.')
      const device = `${random}.${day}`
      const age = today() - Number(day)
      if (age < DAYS && (await isEqual(await key, entry, await signed(device, username)))) return { entry, device }
    }
    return undefined
  }

  return {
    async of(c, username) {
      return (await entryOf(c, username))?.device
    },

    async remember(c, username) {
      const former = (await entryOf(c, username))?.entry
      const others = entriesOf(c).filter((entry) => entry !== former)
      const entry = await signed(`${randomText(16)}.${today()}`, username)
      setCookie(c, DEVICE_COOKIE, [entry, ...others].slice(0, KEPT).join('~'), {
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

// A neighbouring host may have planted a second cookie of the same name, so all of them are looked at, up to a bound.
function entriesOf(c: Call): string[] {
  return (c.req.header('cookie') ?? '')
    .split(';', 100)
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${DEVICE_COOKIE}=`))
    .flatMap((pair) => pair.slice(DEVICE_COOKIE.length + 1).split('~', KEPT))
    .filter((entry) => WELL_FORMED.test(entry))
    .slice(0, 3 * KEPT)
}
