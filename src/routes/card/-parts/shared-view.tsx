import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import Phone from 'lucide-react/icons/phone'
import Printer from 'lucide-react/icons/printer'
import { type ReactNode, useId } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { SharedView as Card } from '#contract/schemas/shared-view.ts'
import type { CardPart } from '#contract/share-link.ts'
import { vaccinationsOf } from '#contract/vaccination.ts'
import { runningWithdrawals } from '#contract/withdrawal.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { daysText } from '#src/features/medicines/medicine-texts.tsx'
import { purposeOf } from '#src/features/medicines/medicine-rows.ts'
import { WithdrawalBanner } from '#src/features/medicines/withdrawal-banner.tsx'
import { PatientTile } from '#src/features/patients/patient-tile.tsx'
import { Identity } from '#src/features/patients/identity.tsx'
import { PatientFacts } from '#src/features/patients/patient-facts.tsx'
import { VaccinationsPanel } from '#src/features/patients/vaccinations-panel.tsx'
import { WeightPanel } from '#src/features/patients/weight-panel.tsx'
import { descriptionOf } from '#src/features/reminders/reminder.ts'
import { isBooked } from '#contract/reminder.ts'
import { DueStatus } from '#src/features/reminders/when.tsx'
import type { MessageId } from '#src/lib/intl.tsx'
import { telephoneHref } from '#contract/telephone.ts'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Button, linkButtonClass } from '#src/ui/forms/button.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './shared-view.module.css'

/** Parts of an animal's record that the owner has chosen to share. */
export function SharedView({ card }: { card: Card }) {
  const { patient, practice, owner, parts, logbook, reminders, endsAt } = card
  const intl = useIntl()
  const today = todayNow()
  const shows = (part: CardPart) => parts.includes(part)
  const medicines = logbook.filter(({ kind }) => kind !== 'VACCINATION')
  return (
    <>
      <Identity patient={patient} today={today} tile={<PatientTile size="large" patient={patient} isNamed />} />
      <div className={styles.head}>
        <p className="muted">
          <FormattedMessage
            id="card.until"
            values={{ date: intl.formatDate(endsAt, { dateStyle: 'long', timeStyle: 'short' }) }}
          />
        </p>
        <div className="no-print">
          <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
            <FormattedMessage id="client.card.print" />
          </Button>
        </div>
      </div>
      <Facts panel>
        <Contact title="client.card.practice" {...practice} />
        {owner && <Contact title="client.card.owner" {...owner} />}
      </Facts>
      {shows('medicines') && (
        <WithdrawalBanner
          withdrawals={runningWithdrawals(medicines, today)}
          notForFood={patient.foodProducing === false}
        />
      )}
      <PatientFacts patient={patient} today={today} />
      {shows('vaccinations') && (
        <VaccinationsPanel vaccinations={vaccinationsOf(logbook, reminders, today)} name={patient.name} today={today} />
      )}
      {shows('medicines') && <Medicines entries={medicines} />}
      {shows('reminders') && (
        <List title="client.patients.remindersTitle" none="client.patients.noReminders">
          {reminders
            .filter(({ active }) => active)
            .map((reminder) => (
              <Item
                key={reminder.uuid}
                title={descriptionOf(reminder, intl)}
                sub={
                  !isBooked(reminder) &&
                  reminder.date && <Day date={reminder.date} day="numeric" month="long" year="numeric" />
                }
                when={<DueStatus reminder={reminder} today={today} />}
              />
            ))}
        </List>
      )}
      {shows('weight') && <WeightPanel patient={patient} />}
    </>
  )
}

interface ContactProps {
  title: MessageId
  name: string
  phone?: string | undefined
}

function Contact({ title, name, phone }: ContactProps) {
  return (
    <Fact name={<FormattedMessage id={title} />}>
      <div>{name}</div>
      {phone && (
        <PhoneLink className={telephoneHref(phone) && linkButtonClass} phone={phone}>
          <Phone />
          {phone}
        </PhoneLink>
      )}
    </Fact>
  )
}

/** Medicines given or delivered in the last year, latest first. */
function Medicines({ entries }: { entries: readonly LogbookEntry[] }) {
  const intl = useIntl()
  return (
    <List title="card.medicines" none="card.noMedicines">
      {entries.map((entry, index) => (
        <Item
          key={index}
          title={entry.productName || entry.description}
          sub={usageOf(entry, intl)}
          when={<When entry={entry} />}
        />
      ))}
    </List>
  )
}

const When = ({ entry: { date } }: { entry: LogbookEntry }) =>
  date && <Day date={date} day="numeric" month="short" year="numeric" />

/** Returns purpose, dosage, route and duration of a medicine. */
const usageOf = (entry: LogbookEntry, intl: IntlShape): string =>
  [purposeOf(entry), entry.dosage, entry.route, entry.durationDays && daysText(entry.durationDays, intl)]
    .filter(Boolean)
    .join(' · ')

interface ListProps {
  title: MessageId
  /** Message id for an empty list. */
  none: MessageId
  /** `Item` elements. */
  children: readonly ReactNode[]
}

function List({ title, none, children }: ListProps) {
  const titleId = useId()
  return (
    <Panel as="section" aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id={title} />
        </h2>
      </PanelHead>
      {children.length > 0 ? (
        <div className={styles.list}>
          <Items plain bare>
            {children}
          </Items>
        </div>
      ) : (
        <p className={styles.nothing}>
          <FormattedMessage id={none} />
        </p>
      )}
    </Panel>
  )
}
