import { useIntl } from 'react-intl'
import { foldName } from '#contract/fold-name.ts'
import { LEAST_DIGITS, foldTelephone } from '#contract/telephone.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { ListedClient } from '#src/api/disambiguate.ts'

interface FoundByProps {
  client: ListedClient
  /** What was searched for. */
  search: string
  /** In a row of a table, which has a column for the number; else on one line with the name. */
  inTable?: boolean
}

/** By what a search has found a client, where nothing else in its row says it; outside a table how to reach them as well. */
export function FoundBy({ client, search, inTable = false }: FoundByProps) {
  const intl = useIntl()
  const { firstName, clientNumber, city, email, matchedPatients = [] } = client
  if (!useCan('client-search') || search === '') return null
  const digits = foldTelephone(search)
  const telephones = [client.mobile, client.phone]
  const found =
    digits.length >= LEAST_DIGITS && telephones.find((number) => foldTelephone(number ?? '').includes(digits))

  const shown = [client.lastName, client.companyName, client.apart, client.callName || firstName]
  const words = foldName(search)
    .split(' ')
    .filter((word) => !foldName(shown.join(' ')).includes(word))
  const begins = (text: string | null | undefined) => words.some((word) => partsOf(text).includes(` ${word}`))
  const [local] = (email ?? '').split('@')
  const notes = [
    begins(firstName) && firstName,
    ...(inTable
      ? [found]
      : [clientNumber, city, found || client.mobile || client.phone].filter((fact) => fact !== client.apart)),
    (begins(local) || words.some((word) => word.includes('@') && foldName(email ?? '').includes(word))) && email,
    matchedPatients.length > 0 &&
      intl.formatMessage(
        { id: 'admin.clients.byAnimal' },
        { count: matchedPatients.length, names: matchedPatients.join(', ') },
      ),
  ].filter(Boolean)
  if (notes.length === 0) return null
  const isBehind = !inTable && Boolean(client.callName || firstName || client.companyName)
  return <span className="small muted">{`${isBehind ? '· ' : ''}${notes.join(' · ')}`}</span>
}

/** A text and its parts, each behind a blank. */
function partsOf(text: string | null | undefined): string {
  const folded = foldName(text ?? '')
  return ` ${folded} ${folded.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`
}
