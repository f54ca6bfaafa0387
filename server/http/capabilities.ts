import type { Capability } from '#contract/capabilities.ts'
import type { AppSettings } from '#server/ports.ts'

/** Returns the named capabilities that a server with these settings supports. */
export const capabilitiesOf = <Name extends Capability>(
  { relyingParty }: Pick<AppSettings, 'relyingParty'>,
  names: readonly Name[],
): Name[] => names.filter((name) => name !== 'passkeys' || relyingParty)
