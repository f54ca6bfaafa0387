import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { LogbookEntry } from '#contract/logbook.ts'
import { asDate } from '#src/lib/dates.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import styles from './entry-details.module.css'
import { kindId } from './entry-kind.ts'
import {
  amountOf,
  daysText,
  withdrawalOf,
} from '#src/routes/client/patients/$patientId/-parts/medicines/medicine-words.tsx'

/** What an entry is called: by what was done, else by what was given, else by its kind. */
export function entryTitle({ description, productName, kind }: LogbookEntry, intl: IntlShape): string {
  return description || productName || intl.formatMessage({ id: kindId(kind) ?? 'client.logbook.entry' })
}

/** All that an entry says besides its title. */
export function EntryDetails({ entry }: { entry: LogbookEntry }) {
  const intl = useIntl()
  const about = aboutOf(entry, intl)
  const facts = factsOf(entry, intl).filter(([, value]) => value)
  return (
    <>
      {about && <p>{about}</p>}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([id, value]) => (
            <div key={id}>
              <dt>
                <FormattedMessage id={id} />
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Its kind and its veterinarian. */
function aboutOf(entry: LogbookEntry, intl: IntlShape): string {
  const id = kindId(entry.kind)
  const kind = id ? intl.formatMessage({ id }) : entry.kind
  return [kind !== entryTitle(entry, intl) && kind, entry.veterinarian].filter(Boolean).join(', ')
}

function factsOf(entry: LogbookEntry, intl: IntlShape): [MessageId, string | false | null | undefined][] {
  const { productName, durationDays, expiryDate } = entry
  const isTitle = productName === entryTitle(entry, intl)
  return [
    ['client.logbook.field.product', !isTitle && productName],
    ['client.logbook.field.amount', amountOf(entry, intl)],
    ['client.logbook.field.indication', entry.indication],
    ['client.logbook.field.dosage', entry.dosage],
    ['client.logbook.field.route', entry.route],
    ['client.logbook.field.duration', typeof durationDays === 'number' && daysText(durationDays, intl)],
    ['client.logbook.field.batch', entry.batchNumber],
    ['client.logbook.field.expiry', expiryDate && intl.formatDate(asDate(expiryDate), DAY)],
    ['client.logbook.field.meat', withdrawalOf(entry, 'meat', intl)],
    ['client.logbook.field.milk', withdrawalOf(entry, 'milk', intl)],
    ['client.logbook.field.animals', entry.animals],
    ['client.logbook.field.location', entry.location],
    ['client.logbook.field.supplier', entry.supplier],
  ]
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
