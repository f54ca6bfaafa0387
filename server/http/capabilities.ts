import { Hono } from 'hono'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { paths } from '#contract/paths.ts'
import type { Env, Services } from '#server/context.ts'

/** What this API can do beyond the specification. */
export const capabilityRoutes = ({ signedIn, settings }: Services): Hono<Env> =>
  new Hono<Env>().get(`/${paths.capabilities}`, signedIn, (c) =>
    c.json(CAPABILITIES.filter((capability) => capability !== 'passkeys' || settings.relyingParty)),
  )
