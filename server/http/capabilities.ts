import type { Capability } from '#contract/capabilities.ts'
import type { AppSettings } from '#server/ports.ts'

/** Returns those of the named capabilities that a server with these settings has. */
export const capabilitiesOf = <Name extends Capability>(
  { relyingParty }: Pick<AppSettings, 'relyingParty'>,
  names: readonly Name[],
): Name[] => names.filter((name) => name !== 'passkeys' || relyingParty)
