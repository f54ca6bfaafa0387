import styles from './home.module.css'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import ReceiptEuro from 'lucide-react/icons/receipt-euro'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import { doneAtVisits } from '#contract/reminder.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  RepeatMedicineLink,
  RequestLink,
  appointmentLinks,
  useAcceptsRequest,
} from '#src/features/requests/request-links.tsx'
import { AppointmentList } from '#src/features/appointments/appointments.tsx'
import { usePatients } from '#src/features/patients/distinct-names.ts'
import { Block } from '#src/ui/layout/block.tsx'
import { FoldedItems } from '../block.tsx'
import type { RecentDocument, ToPay } from './items.ts'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Link } from '@tanstack/react-router'
import { CurrentMedicationItem } from '#src/features/medicines/current-medication-item.tsx'
import type { MedicatedPatient } from './use-home.ts'
import { iconOfType, oneOfType } from '#src/features/attachments/types.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { money } from '#src/lib/money.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'

export interface AppointmentBlockProps {
  clientId: string
  practice: Practice
  /** Active reminders of all animals, as far as loaded. */
  reminders: readonly Reminder[]
  /** Renders what else can be done at an appointment, for reminders of one animal. */
  atVisit: (reminders: readonly Reminder[], appointment: Appointment) => ReactNode
}

/** Future appointments, with what else can be done there; not rendered without any. */
export function AppointmentBlock({ clientId, practice, reminders, atVisit }: AppointmentBlockProps) {
  const appointments = useAppointments(clientId)
  const done = doneAtVisits(appointments, reminders)
  const patients = usePatients(clientId) ?? []
  if (appointments.length === 0) return null
  return (
    <Block title={<FormattedMessage id="client.appointments.next" />}>
      <AppointmentList
        withTile
        {...{ appointments, patients, practice }}
        actionsOf={appointmentLinks}
        moreOf={(appointment) =>
          done.get(appointment.uuid)?.map((group) => (
            <span key={group[0]?.uuid} className={styles.line}>
              {atVisit(group, appointment)}
            </span>
          ))
        }
      />
    </Block>
  )
}

interface MedicationBlockProps {
  given: readonly MedicatedPatient[]
  practice: Practice
  today: IsoDate
}

/** Current medication, sorted by end date. */
export function MedicationBlock({ given, practice, today }: MedicationBlockProps) {
  const canRequest = useAcceptsRequest('REPEAT_MEDICINE')
  return (
    <Block title={<FormattedMessage id="client.given.title" />}>
      <FoldedItems
        rows={given.map(({ patient, line }, index) => (
          <CurrentMedicationItem
            key={index}
            withTile
            given={line}
            practice={practice}
            ask={canRequest && <RepeatMedicineLink medicine={line} patient={patient.uuid} className="small" />}
            today={today}
            title={
              <Link to="/client/patients/$patientId" params={{ patientId: patient.uuid }}>
                <span className={styles.sentence}>
                  <strong>{patient.name}</strong>: {line.product}
                </span>
              </Link>
            }
          />
        ))}
        more="client.given.more"
      />
    </Block>
  )
}

/** New visit forms and attachments. */
export function DocumentsBlock({ documents, today }: { documents: readonly RecentDocument[]; today: IsoDate }) {
  return (
    <Block title={<FormattedMessage id="client.home.new" />}>
      <FoldedItems
        rows={documents.map((document) => (
          <DocumentItem key={document.uuid} document={document} today={today} />
        ))}
        max={3}
        more="client.home.newMore"
      />
    </Block>
  )
}

function DocumentItem({ document, today }: { document: RecentDocument; today: IsoDate }) {
  const intl = useIntl()
  const { uuid, attachmentType: type, name, patientName, date } = document
  const word = type === null ? intl.formatMessage({ id: 'client.visitForms.untitled' }) : oneOfType(type, intl)
  const title = name ?? word
  const year = date?.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  return (
    <Item
      tile={<Tile icon={type === null ? ClipboardList : iconOfType(type)} />}
      title={
        type === null ? (
          <Link to="/client/visit-forms" search={{ visit: uuid }}>
            {title}
          </Link>
        ) : (
          <Link to="/client/attachments/$attachmentType" params={{ attachmentType: type }}>
            {title}
          </Link>
        )
      }
      sub={[name && word, patientName].filter(Boolean).join(' · ')}
      when={date && <Day date={date} day="numeric" month="short" year={year} />}
    />
  )
}

/** Amount to pay and the next due date. */
export function ToPayBlock({ toPay: { count, late, sum, nextDue }, today }: { toPay: ToPay; today: IsoDate }) {
  const intl = useIntl()
  const year = nextDue?.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  const facts = (
    <>
      <FormattedMessage id="client.home.invoices" values={{ count }} />
      {late > 0 && <FormattedMessage id="client.home.invoicesLate" values={{ count, late }} />}
      {nextDue && (
        <FormattedMessage
          id="client.home.dueBy"
          values={{ late, date: <Day date={nextDue} day="numeric" month="long" year={year} /> }}
        />
      )}
    </>
  )
  return (
    <Block title={<FormattedMessage id="client.home.toPay" />}>
      <div className={styles.items}>
        <Items>
          <Item
            tile={<Tile icon={ReceiptEuro} tone={late > 0 ? 'bad' : undefined} />}
            title={<span className={styles.sum}>{sum === null ? facts : money(intl, sum)}</span>}
            sub={sum !== null && facts}
            when={
              <Link className={buttonClass({ variant: 'primary' })} to="/client/invoices" search={{ status: 'UNPAID' }}>
                <FormattedMessage id="client.home.pay" />
              </Link>
            }
          />
        </Items>
      </div>
    </Block>
  )
}

const KINDS = ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION'] as const

/** Links to new requests; not rendered if the practice accepts none. */
export function AskBlock() {
  const accepted = [
    useAcceptsRequest('REPEAT_MEDICINE'),
    useAcceptsRequest('APPOINTMENT'),
    useAcceptsRequest('QUESTION'),
  ]
  if (!accepted.some(Boolean)) return null
  return (
    <Block title={<FormattedMessage id="client.requests.ask" />}>
      <div className="row">
        {KINDS.map((kind) => (
          <RequestLink key={kind} kind={kind}>
            <FormattedMessage id={`core.requests.kind.${kind}`} />
          </RequestLink>
        ))}
      </div>
    </Block>
  )
}
