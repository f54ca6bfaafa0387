import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CALLS, KINDS, fieldsOf } from '#harness/foreign-responses.ts'
import { afterTest, beforeTest } from '#harness/portal.tsx'
import { SCREENS, type Corrupt, complaints, listen, oneField, openForeign } from '../../../../tests/screens/foreign.tsx'

// Corrupts one field of one response at a time, in every way, on every screen that makes that call. `npm test` corrupts all
// fields of a response at once.

const { FOREIGN_OUT = '', FOREIGN_UNTIL = '0', FOREIGN_SHARE = '0/1' } = process.env
const [share = 0, shares = 1] = FOREIGN_SHARE.split('/').map(Number)

const whole: Corrupt = (response) => response

/** Fields without which the portal has no user or client, so it redirects or shows an error page. */
const LEADS =
  /^GET \/(user (id|practiceId|roles(\.\*)?)?|user\/practices (\*(\.id)?)?|user\/client (uuid)?|clients\/\{clientId\} (uuid|registered)?|clients\/\{clientId\}\/(patients|visit-forms) (content|(content\.)?\*(\.uuid)?)?)$/
const ELSEWHERE = /^(leads to|a failure page|says|error: .*(CallError|MSW|matchPattern))/s

const screens = SCREENS.filter((_, index) => index % shares === share)

test.each(screens.map((one, index) => [one, screens.length - index] as const))(
  'the portal tolerates invalid API values on screen %j',
  async (one, left) => {
    // The remaining time is divided among the remaining screens.
    const until = Date.now() + (Number(FOREIGN_UNTIL) - Date.now()) / left
    const errors = listen()
    const { made } = await openForeign(one, whole)
    const cases = CALLS.filter(({ name }) => made.has(name)).flatMap(({ name, schema }) =>
      fieldsOf(schema).flatMap(({ path, schema: field }) =>
        KINDS.filter(({ isOf }) => isOf(field)).map((kind) => ({ name, path, kind })),
      ),
    )
    expect(cases.length).toBeGreaterThan(0)
    // The order is random, so that short runs cover different cases.
    for (const { name, path, kind } of cases.toSorted(() => Math.random() - 0.5)) {
      if (Date.now() > until) return
      await afterTest()
      await beforeTest()
      errors.mockClear()
      let found: string[]
      try {
        found = complaints(await openForeign(one, oneField(name, path, kind)), errors)
      } catch (error) {
        found = [String(error)]
      }
      const field = `${name} ${path.join('.')}`
      if (LEADS.test(field)) found = found.filter((what) => !ELSEWHERE.test(what))
      const where = `${one.address} of ${one.as}: ${field}`
      appendFileSync(FOREIGN_OUT, `${JSON.stringify({ where, kind: kind.name, found })}\n`)
    }
  },
)
