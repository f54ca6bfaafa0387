import type { IntlShape } from 'react-intl'
import type { Client } from '#contract/client.ts'
import { displayName } from '#contract/names.ts'

/** The display name, or the 'not available' text (spec §3). */
export function clientName(
  client: Pick<Client, 'companyName' | 'callName' | 'firstName' | 'lastName'>,
  intl: IntlShape,
): string {
  return displayName(client) || intl.formatMessage({ id: 'core.text.notAvailable' })
}
