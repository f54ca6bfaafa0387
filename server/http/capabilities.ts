import type { Capability } from '#contract/capabilities.ts'
import type { Ports } from '#server/ports.ts'

/** Returns the named capabilities that a server with these ports supports. */
export const capabilitiesOf = <Name extends Capability>(
  { settings, webhooks }: Pick<Ports, 'webhooks'> & { settings: Pick<Ports['settings'], 'relyingParty' | 'oidc'> },
  names: readonly Name[],
): Name[] => {
  const offered: Partial<Record<Capability, unknown>> = {
    passkeys: settings.relyingParty,
    oidc: settings.oidc,
    webhooks,
  }
  return names.filter((name) => !(name in offered) || offered[name])
}
