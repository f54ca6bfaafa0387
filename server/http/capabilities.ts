import { Hono } from 'hono'
import { CAPABILITIES, type Capability } from '#contract/capabilities.ts'
import * as paths from '#contract/paths.ts'
import type { Env, Services } from '#server/context.ts'
import type { AppSettings } from '#server/ports.ts'

/** What this API can do beyond the specification. */
/** Those of a server with these settings. */
export const capabilitiesOf = <Name extends Capability>(
  { relyingParty }: Pick<AppSettings, 'relyingParty'>,
  names: readonly Name[],
): Name[] => names.filter((name) => name !== 'passkeys' || relyingParty)

export const capabilityRoutes = ({ signedIn, settings }: Services): Hono<Env> =>
  new Hono<Env>().get(`/${paths.capabilities}`, signedIn, (c) => c.json(capabilitiesOf(settings, CAPABILITIES)))
