import type { Capability } from '#contract/capabilities.ts'
import type { Ports } from '#server/ports.ts'

/** Returns the named capabilities that a server with these ports supports. */
export const capabilitiesOf = <Name extends Capability>(
  { settings, webhooks }: Pick<Ports, 'webhooks'> & { settings: Pick<Ports['settings'], 'relyingParty'> },
  names: readonly Name[],
): Name[] => names.filter((name) => (name !== 'passkeys' || settings.relyingParty) && (name !== 'webhooks' || webhooks))
