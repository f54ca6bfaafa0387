import type { Capability } from '#contract/capabilities.ts'
import type { AppSettings } from '#server/ports.ts'

/** Capabilities of a server with these settings, which are what it can do beyond the specification. */
export const capabilitiesOf = <Name extends Capability>(
  { relyingParty }: Pick<AppSettings, 'relyingParty'>,
  names: readonly Name[],
): Name[] => names.filter((name) => name !== 'passkeys' || relyingParty)
