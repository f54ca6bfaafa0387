import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { Patient } from '#contract/patient.ts'
import { type Food, isStartUnknown } from '#contract/withdrawal.ts'
import { withdrawalQueries } from '#src/api/withdrawals.ts'
import { daysText } from '#src/features/medicines/medicine-words.tsx'
import { NotLoaded } from '#src/features/patients/not-loaded.tsx'
import { deliveredIds } from '#src/features/patients/use-withdrawals.ts'
import { daysBetween, today as todayNow } from '#src/lib/dates.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { numberOf } from './find-animals.ts'
import styles from './herd-releases.module.css'
import { type Release, releaseDays, releasesOf } from './releases.ts'

interface HerdReleasesProps {
  clientId: string
  patients: readonly Patient[]
}

/** In the order in which it is fetched: milk every few days. */
const FOODS = [
  ['milk', 'client.herd.milk'],
  ['meat', 'client.herd.meat'],
  ['eggs', 'client.herd.eggs'],
] as const satisfies readonly [Food, MessageId][]

const AT_FIRST = 25
const MORE = 100

/** What may not be delivered yet, of all animals, by the day on which it may again. */
export function HerdReleases({ clientId, patients }: HerdReleasesProps) {
  const today = todayNow()
  const delivered = useMemo(() => new Set(deliveredIds(patients)), [patients])
  const asked = useQuery({
    ...withdrawalQueries.running(clientId, [...delivered], today),
    enabled: delivered.size > 0,
    // The loader has asked, and a person asks again by a button.
    retryOnMount: false,
  })
  const entries = asked.data?.entries
  const releases = useMemo(
    () =>
      releasesOf(
        patients.filter(({ uuid }) => delivered.has(uuid)),
        entries ?? [],
        today,
      ),
    [patients, delivered, entries, today],
  )
  if (delivered.size > 0 && !asked.data) {
    return (
      <Panel padded>
        <NotLoaded asked={[asked]} />
      </Panel>
    )
  }
  return (
    <>
      {releases.size === 0 ? (
        <Panel>
          <Empty icon={CircleCheck} title={<FormattedMessage id="client.herd.noneTitle" />}>
            <FormattedMessage id="client.herd.none" />
          </Empty>
        </Panel>
      ) : (
        <div className={styles.foods}>
          {FOODS.map(([food, title]) => (
            <OfFood key={food} title={title} releases={releases.get(food) ?? []} />
          ))}
        </div>
      )}
      <p className={styles.note}>
        <FormattedMessage id="client.logbook.medicine.runningNote" />
      </p>
    </>
  )
}

function OfFood({ title, releases }: { title: MessageId; releases: readonly Release[] }) {
  const titleId = useId()
  const [most, setMost] = useState(AT_FIRST)
  const today = todayNow()
  const rest = releases.length - most
  return (
    <Panel as="section" aria-labelledby={titleId}>
      <PanelHead>
        <h2 id={titleId}>
          <FormattedMessage id={title} />
        </h2>
        <span className="muted">
          <FormattedMessage id="client.herd.count" values={{ count: releases.length }} />
        </span>
      </PanelHead>
      {releases.length === 0 && (
        <p className={styles.nothing}>
          <FormattedMessage id="client.herd.noneOfFood" />
        </p>
      )}
      {releaseDays(releases, most).map(({ day, count, shown }) => (
        <section key={day} className={styles.day}>
          <h3>
            <FormattedMessage
              id="client.herd.freeFrom"
              values={{ date: <Day date={day} weekday="short" day="numeric" month="long" /> }}
            />
          </h3>
          <p className="small muted">
            <FormattedMessage id="client.herd.inDays" values={{ days: daysBetween(today, day) }} /> ·{' '}
            <FormattedMessage id="client.herd.count" values={{ count }} />
          </p>
          <ul>
            {shown.map((release, index) => (
              <ReleaseItem key={index} release={release} />
            ))}
          </ul>
        </section>
      ))}
      {rest > 0 && (
        <div className={styles.more}>
          <Button variant="secondary" onClick={() => setMost(most + MORE)}>
            <FormattedMessage id="client.herd.more" values={{ count: Math.min(rest, MORE) }} />
          </Button>
        </div>
      )}
    </Panel>
  )
}

function ReleaseItem({ release: { patient, withdrawal } }: { release: Release }) {
  const intl = useIntl()
  const { entry } = withdrawal
  return (
    <li>
      <Link
        to="/client/patients/$patientId"
        params={{ patientId: patient.uuid }}
        search={{ show: 'medicines' }}
        preload={false}
      >
        {patient.name}
      </Link>{' '}
      <span className={styles.why}>
        {[numberOf(patient), entry.animals, entry.productName || entry.description, periodText(withdrawal, intl)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {isStartUnknown(entry) && (
        <span className={styles.start}>
          <FormattedMessage id="client.herd.fromDelivery" />
        </span>
      )}
    </li>
  )
}

const periodText = ({ days, hours }: Release['withdrawal'], intl: IntlShape) =>
  days === undefined ? intl.formatMessage({ id: 'client.logbook.medicine.hours' }, { hours }) : daysText(days, intl)
