import { Link } from '@tanstack/react-router'
import FileText from 'lucide-react/icons/file-text'
import ReceiptEuro from 'lucide-react/icons/receipt-euro'
import { FormattedMessage, useIntl } from 'react-intl'
import { currencyOf, isCreditNote, totalOf } from '#contract/invoice.ts'
import { concernsCurrent, currentAmong } from '#contract/patient.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { Invoice } from '#src/api/invoices.ts'
import { useOwner } from '#src/api/own-client.ts'
import { VisitLink } from '#src/features/appointments/appointments.tsx'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { InvoiceStatus } from '#src/features/invoices/invoice-status.tsx'
import { patientOf } from '#src/features/patients/patient-of.ts'
import { OpenNow } from '#src/features/practice/open-now.tsx'
import { useAppointment } from '#src/features/reminders/use-appointment.tsx'
import { RequestLink, useRepeatOf } from '#src/features/requests/request-links.tsx'
import { useAppointmentRequestLinks } from '#src/features/requests/use-appointment-request-links.tsx'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { VisitAdvice, VisitMedication } from '#src/features/visit-forms/outcome.tsx'
import { today as todayNow } from '#src/lib/dates.ts'
import { money } from '#src/lib/money.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { CallButton } from './preparation.tsx'
import type { VisitProps } from './visit-props.ts'
import styles from './visit.module.css'

/** Says that a visit was cancelled, with the ways to make another appointment. */
export function Cancelled({ visit, practice }: VisitProps) {
  return (
    <Panel padded className={styles.outcome}>
      <p>
        <FormattedMessage id="client.visits.cancelled" />
      </p>
      <div className="row no-print">
        <RequestLink kind="APPOINTMENT" patient={visit.patientUuids[0]} variant="primary">
          <FormattedMessage id="client.visits.newAppointment" />
        </RequestLink>
        <CallButton practice={practice} />
      </div>
    </Panel>
  )
}

/** Results of a visit: advice and medicines of each animal, and the invoices. */
export function Outcome(of: VisitProps) {
  const { visitForms, invoices } = of.visit
  return (
    <>
      {visitForms.length === 0 && (
        <Panel padded>
          <FormattedMessage id="client.visits.noReport" />
        </Panel>
      )}
      {visitForms.map((form) => (
        <Report key={form.uuid} {...of} form={form} isNamed={visitForms.length > 1} />
      ))}
      {invoices.length > 0 && (
        <section className={styles.outcome} aria-labelledby="visit-invoices">
          <h2 id="visit-invoices">
            <FormattedMessage id="client.nav.invoices" />
          </h2>
          <Items>
            {invoices.map((invoice) => (
              <InvoiceItem key={invoice.uuid} invoice={invoice} />
            ))}
          </Items>
        </section>
      )}
    </>
  )
}

interface ReportProps extends VisitProps {
  form: VisitForm
  /** Whether to name the animal, because the visit was for several. */
  isNamed: boolean
}

/** Advice and medicines of one animal, with a link to the whole report. */
function Report({ form, isNamed, practice, patients, ...area }: ReportProps) {
  const today = todayNow()
  const canContact = useCan('practice-contact')
  const repeatOf = useRepeatOf(form)
  const isCurrent = concernsCurrent([form.patientUuid], currentAmong(patients))
  const patientName = patientOf(patients, form)?.name
  const coming = useAppointments(area.clientId, form.patientUuid)
  const [next] = coming
  const { buttonFor, dialog } = useAppointment({
    practice,
    client: useOwner(area),
    today,
    openNow: <OpenNow hours={practice.openingHours} />,
    ...useAppointmentRequestLinks(coming),
  })
  return (
    <div className={styles.outcome}>
      {isNamed && <h2 className="title">{patientName}</h2>}
      <VisitAdvice
        {...{ visit: form, patientName, isCurrent, today }}
        renderAsk={(checkUp) =>
          next ? (
            <VisitLink appointment={next}>
              <FormattedMessage
                id="client.visits.nextVisit"
                values={{ moment: <VisitMoment key="at" at={next.start} look="short" /> }}
              />
            </VisitLink>
          ) : (
            canContact && buttonFor([checkUp], 'whole')
          )
        }
      />
      <VisitMedication visit={form} repeatOf={isCurrent && repeatOf} />
      <p className="no-print">
        <Link to="/client/visit-forms" search={{ visit: form.uuid }} className={buttonClass()}>
          <FileText />
          <span>
            <FormattedMessage id="client.visits.report" values={{ name: (isNamed && patientName) || 'none' }} />
          </span>
        </Link>
      </p>
      {dialog}
    </div>
  )
}

/** Invoice with its amount and state; the link leads to its lines, or else to the list. */
function InvoiceItem({ invoice }: { invoice: Invoice }) {
  const intl = useIntl()
  const canOpen = useCan('invoice-lines') && (invoice.lineCount ?? 0) > 0
  const { uuid, number = '', description } = invoice
  const total = totalOf(invoice)
  const title = <FormattedMessage id="client.invoices.oneTitle" values={{ isCredit: isCreditNote(invoice), number }} />
  return (
    <Item
      tile={<Tile icon={ReceiptEuro} />}
      title={
        canOpen ? (
          <Link to="/client/invoices/$invoiceId" params={{ invoiceId: uuid }}>
            {title}
          </Link>
        ) : (
          <Link to="/client/invoices">{title}</Link>
        )
      }
      sub={description}
      when={
        <>
          {total !== null && <strong>{money(intl, total, currencyOf(invoice))}</strong>}
          {invoice.status && <InvoiceStatus invoice={invoice} today={todayNow()} />}
        </>
      }
    />
  )
}
