import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { asDate } from '#src/lib/dates.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import styles from './entry-details.module.css'
import { amountOf, daysText, withdrawalOf } from '#src/features/medicines/medicine-texts.tsx'
import type { LucideIcon } from 'lucide-react'
import FlaskConical from 'lucide-react/icons/flask-conical'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Pill from 'lucide-react/icons/pill'
import Stethoscope from 'lucide-react/icons/stethoscope'
import Syringe from 'lucide-react/icons/syringe'

/** Returns the title of an entry: its description, product or kind, in this order. */
export function entryTitle({ description, productName, kind }: LogbookEntry, intl: IntlShape): string {
  return description || productName || intl.formatMessage({ id: kindId(kind) ?? 'client.logbook.entry' })
}

/** All facts of an entry except its title. */
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

/** Returns the kind and the veterinarian of an entry. */
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
    ['client.logbook.field.eggs', withdrawalOf(entry, 'eggs', intl)],
    ['client.logbook.field.animals', entry.animals],
    ['client.logbook.field.location', entry.location],
    ['client.logbook.field.supplier', entry.supplier],
  ]
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

const KINDS: Readonly<Record<string, { icon: LucideIcon; id: MessageId }>> = {
  TREATMENT: { icon: Stethoscope, id: 'client.logbook.kind.TREATMENT' },
  DELIVERY: { icon: Pill, id: 'client.logbook.kind.DELIVERY' },
  VACCINATION: { icon: Syringe, id: 'client.logbook.kind.VACCINATION' },
  VISIT: { icon: Stethoscope, id: 'client.logbook.kind.VISIT' },
  LAB: { icon: FlaskConical, id: 'client.logbook.kind.LAB' },
  NOTE: { icon: NotebookPen, id: 'client.logbook.kind.NOTE' },
}

const known = (kind: string | undefined) => (kind && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined)

/** Returns the message id of a kind; undefined for an unknown kind, which is shown as received. */
const kindId = (kind: string | undefined): MessageId | undefined => known(kind)?.id

export function iconOf({ kind, productName }: Pick<LogbookEntry, 'kind' | 'productName'>): LucideIcon {
  // For treatments and unknown kinds with a medicine, the medicine is the most specific icon.
  if (productName && (kind === 'TREATMENT' || !known(kind))) return Pill
  return known(kind)?.icon ?? NotebookPen
}
