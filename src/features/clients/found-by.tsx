import { useIntl } from 'react-intl'
import { foldName } from '#contract/fold-name.ts'
import { type SearchWord, foundBy, freeText, searchWords, telephoneIn } from '#contract/search-words.ts'
import { foldTelephone, telephoneNumbers } from '#contract/telephone.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { ListedClient } from '#src/api/clients.ts'

interface FoundByProps {
  client: ListedClient
  search: string
  /** Whether in a table row, which has a column for the number; otherwise on one line with the name. */
  inTable?: boolean
}

/** Matched field of a client, if the row does not show it; outside a table also the contact details. */
export function FoundBy({ client, search, inTable = false }: FoundByProps) {
  const intl = useIntl()
  const { firstName, clientNumber, city, email, matchedPatients = [] } = client
  if (!useCan('client-search') || search === '') return null
  const searchTerms = searchWords(search)
  const found = [client.mobile, client.phone].find((number) => searchTerms.some((word) => isInTelephone(word, number)))

  const shown = freeText([client.lastName, client.companyName, client.apart, client.callName || firstName])
  const unseen = searchTerms.filter((word) => !shown.includes(word.text))
  const begins = (text: string | null | undefined) =>
    unseen.some((word) => foundBy(text).some((part) => part.startsWith(word.text)))
  const [local] = (email ?? '').split('@')
  const notes = [
    begins(firstName) && firstName,
    ...(inTable
      ? [found]
      : [clientNumber, city, found || client.mobile || client.phone].filter((fact) => fact !== client.apart)),
    (begins(local) || unseen.some(({ text }) => text.includes('@') && foldName(email ?? '').includes(text))) && email,
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

function isInTelephone(word: SearchWord, number: string | null | undefined): boolean {
  const digits = telephoneIn(word)
  return digits !== undefined && telephoneNumbers(number ?? '').some((one) => foldTelephone(one).includes(digits))
}
